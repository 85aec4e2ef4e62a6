#include "app/output/failure_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "campaign/sampling.h"
#include "config/fields/unit.h"

namespace freefloat {

namespace {

/// A drawn key of the nearest failure.
struct DrawnValue {
  std::string key, value, unit;
  double deviation = 0.0;  ///< from its median, in standard deviations
};

std::vector<DrawnValue> drawn_values(const FailureReport& report) {
  const std::size_t sample = *report.search.nearest;
  const std::vector<double> shares = shares_at(report.listed, report.search.tried[sample].point);
  std::vector<DrawnValue> values;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const Draw& draw = report.listed.draws[i];
    values.push_back({draw.key, report.listed.rows[sample][i], std::string(unit_of(draw.key).symbol),
                      normal_quantile(shares[i])});
  }
  return values;
}

/// @return Of the points whose worlds there are, the smallest margin.
double least_margin(const FailureSearch& search) {
  double least = 1.0;
  for (const TriedPoint& tried : search.tried) {
    if (tried.margin < least) least = tried.margin;
  }
  return least;
}

std::string nearest_text(const FailureReport& report) {
  const std::size_t sample = *report.search.nearest;
  std::string text = fmt::format(
      "nearest failure     {:.2f} standard deviations from the medians of what is drawn, sample {}\n",
      report.search.tried[sample].distance(), sample);
  for (const DrawnValue& drawn : drawn_values(report)) {
    text += fmt::format("  {} = {}{}{} ({:+.2f} standard deviations)\n", drawn.key, drawn.value,
                        drawn.unit.empty() ? "" : " ", drawn.unit, drawn.deviation);
  }
  return text + fmt::format("{:<20}{}\n{:<20}{}\n", "cause", report.cause, "again", report.command);
}

std::string estimate_text(const FailureEstimate& estimate) {
  std::string text;
  if (estimate.failures > 0) {
    text = fmt::format(
        "{:<20}{:.2g} (95 %: {:.2g} to {:.2g}): {} of {} runs failed, effective sample size {:.0f}\n"
        "{:<20}one failure in about {:.3g}\n",
        "probability", estimate.probability, estimate.interval.low, estimate.interval.high, estimate.failures,
        estimate.samples, estimate.effective_size, "random draws", 1.0 / estimate.probability);
  }
  const std::string doubt = doubt_of(estimate);
  return doubt.empty() ? text : text + fmt::format("{:<20}{}\n", "not to be trusted", doubt);
}

}  // namespace

std::string doubt_of(const FailureEstimate& estimate) {
  if (estimate.trusted()) return {};
  if (estimate.failures == 0)
    return fmt::format(
        "none of the {} runs of the estimate failed: there is no probability; more --generations or --runs",
        estimate.samples);
  return fmt::format(
      "a few failures weigh more than all others: the probability stands on as much as {:.1f} equal ones, "
      "and {:.0f} are wanted; more --runs",
      estimate.effective_size, kLeastEffectiveSize);
}

std::string failure_text(const FailureReport& report) {
  const FailureSearch& search = report.search;
  std::string text;
  if (search.nearest) {
    text = nearest_text(report);
  } else {
    text = fmt::format("{:<20}none among {} runs; the smallest margin was {:.3f}, failed is 0\n",
                       "nearest failure", search.tried.size(), least_margin(search));
  }
  if (search.estimate.samples > 0) text += estimate_text(search.estimate);
  if (search.estimate.samples > 0 && !search.reached)
    text += fmt::format("{:<20}failures did not become common within --generations\n", "search");
  const auto impossible = std::count_if(search.tried.begin(), search.tried.end(),
                                        [](const TriedPoint& tried) { return std::isnan(tried.margin); });
  if (impossible > 0)
    text += fmt::format("{:<20}{} drawn worlds, which count as no failure\n", "not permitted", impossible);
  return text;
}

nlohmann::json failure_json(const FailureReport& report) {
  const FailureSearch& search = report.search;
  nlohmann::json json{{"campaign", report.listed.name}, {"runs", search.tried.size()}};
  json["nearest"] = nullptr;
  if (search.nearest) {
    nlohmann::json drawn = nlohmann::json::array();
    for (const DrawnValue& value : drawn_values(report)) {
      drawn.push_back({{"key", value.key},
                       {"value", value.value},
                       {"unit", value.unit},
                       {"standard_deviations", value.deviation}});
    }
    json["nearest"] = {{"sample", *search.nearest},
                       {"standard_deviations", search.tried[*search.nearest].distance()},
                       {"drawn", drawn},
                       {"cause", report.cause},
                       {"command", report.command}};
  }
  const FailureEstimate& estimate = search.estimate;
  json["probability"] = {{"value", estimate.failures > 0 ? nlohmann::json(estimate.probability) : nullptr},
                         {"low", estimate.interval.low},
                         {"high", estimate.interval.high},
                         {"failures", estimate.failures},
                         {"runs", estimate.samples},
                         {"effective_sample_size", estimate.effective_size},
                         {"trusted", estimate.trusted()},
                         {"doubt", doubt_of(estimate)}};
  return json;
}

std::string progress_text(const SearchProgress& progress) {
  constexpr std::array<std::string_view, 3> kStages{"towards failures", "how likely they are", "nearer ones"};
  std::string line =
      fmt::format("{}: {} runs", kStages[static_cast<std::size_t>(progress.stage)], progress.done);
  if (progress.least_margin) line += fmt::format(", smallest margin {:.3f}", *progress.least_margin);
  return line;
}

}  // namespace freefloat
