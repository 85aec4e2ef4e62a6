#include "campaign/find_failure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "campaign/sampling.h"

namespace freefloat {

namespace {

/// A run that passed at a limit has passed.
constexpr double kLeastOfPassed = std::numeric_limits<double>::min();

double search_margin(const Row& row) {
  if (row.outcome == Outcome::kInvalid) return std::nan("");
  return row.outcome == Outcome::kSuccess ? std::max(row.number("margin"), kLeastOfPassed) : 0.0;
}

}  // namespace

Campaign listed_campaign(const Campaign& campaign, std::size_t arm, const SearchOptions& search) {
  if (campaign.draws.empty() || campaign.sampling == Sampling::kGrid || campaign.sampling == Sampling::kCsv) {
    throw std::runtime_error(campaign.name +
                             ": draws nothing from a distribution, so that there is nothing to search; name "
                             "keys under draw, with sampling: random");
  }
  Campaign listed = campaign;
  listed.sampling = Sampling::kListed;
  listed.samples = 0;
  listed.listed_by =
      fmt::format("{} a generation, {} generations at most, {} for the estimate, {} as drawn",
                  search.generation, search.most_generations, search.estimate, search.nominal_share);
  listed.arms = {campaign.arms.at(arm)};
  return listed;
}

FailureSearch find_failure(Campaign& listed, const FindFailureOptions& options, ResultsFile& results,
                           const std::atomic<bool>& stop) {
  SearchOptions search = options.search;
  search.dimension = static_cast<Eigen::Index>(listed.draws.size());
  search.seed = listed.seed;
  std::optional<double> least;
  const TryPoints try_points = [&](const std::vector<Eigen::VectorXd>& points,
                                   SearchStage stage) -> std::optional<std::vector<double>> {
    const std::uint64_t begin = listed.samples;
    for (const Eigen::VectorXd& point : points) listed.rows.push_back(values_at(listed, point));
    listed.samples = listed.rows.size();
    CampaignOptions running;
    running.workers = options.workers;
    running.log_folder = options.log_folder;
    running.on_progress = [&](const CampaignProgress& progress) {
      if (options.on_progress) options.on_progress({stage, progress.done, progress.seconds, least});
    };
    if (!run_campaign(listed, running, results, stop)) return std::nullopt;
    std::vector<double> margins(points.size());
    results.for_each([&](const Row& row) {
      if (row.sample < begin || row.sample >= listed.samples) return;
      const double margin = search_margin(row);
      margins[row.sample - begin] = margin;
      if (std::isfinite(margin)) least = std::min(least.value_or(margin), margin);
    });
    return margins;
  };
  return search_failure(search, try_points);
}

Campaign told_sample(const Campaign& campaign, const std::vector<std::string>& settings,
                     std::uint64_t run_seed) {
  std::vector<std::optional<std::string>> values(campaign.draws.size());
  for (const std::string& setting : settings) {
    const std::string key = setting.substr(0, setting.find('='));
    const auto drawn = std::find_if(campaign.draws.begin(), campaign.draws.end(),
                                    [&](const Draw& draw) { return draw.key == key; });
    if (drawn == campaign.draws.end() || key == setting)
      throw std::runtime_error("--draw " + setting + ": is no KEY=VALUE of a key that " + campaign.name +
                               " draws");
    std::optional<std::string>& value = values[drawn - campaign.draws.begin()];
    if (value) throw std::runtime_error("--draw " + setting + ": the key is told twice; leave one out");
    value = setting.substr(key.size() + 1);
  }
  Campaign told = campaign;
  told.sampling = Sampling::kListed;
  told.rows.assign(1, {});
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i])
      throw std::runtime_error("--draw: " + campaign.draws[i].key + " is missing; tell each key that " +
                               campaign.name + " draws");
    told.rows.front().push_back(*std::move(values[i]));
  }
  told.samples = 1;
  told.seed = run_seed;
  told.consecutive_seeds = true;
  return told;
}

}  // namespace freefloat
