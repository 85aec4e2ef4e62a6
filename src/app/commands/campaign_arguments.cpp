#include "app/commands/campaign_arguments.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <iostream>

#include "app/command_line/messages.h"
#include "app/command_line/shell_words.h"
#include "campaign/arm_program.h"
#include "campaign/bound_plot.h"
#include "campaign/campaign_page.h"
#include "campaign/draw_case.h"
#include "campaign/load_campaign.h"
#include "campaign/run_campaign.h"
#include "campaign/worker_pool.h"
#include "config/fields/loader.h"
#include "drawing/page.h"
#include "export/export_rows.h"
#include "report/top_view.h"

namespace freefloat {

namespace {

void check_kind(const CampaignArguments& arguments, const RunConfig& base) {
  constexpr std::array<std::pair<SceneKind, std::string_view>, 3> kNames{
      {{SceneKind::kStanding, "standing"}, {SceneKind::kMoving, "moving"}, {SceneKind::kNoCapture, "no"}}};
  for (const auto& [named, name] : kNames) {
    if (named != scene_kind(base.experiment) || arguments.kind.empty() || arguments.kind == name) continue;
    throw std::runtime_error("--kind " + arguments.kind + ": " + arguments.file + " captures " +
                             std::string(name) + " targets; leave --kind out, or name another experiment");
  }
}

/// Runs failures again in worker processes, as they may crash or hang now as well.
std::vector<std::string> draw_failed_runs(Campaign campaign, const std::vector<Row>& rows, int workers) {
  campaign.bound = false;  // it takes long, and is not drawn
  std::vector<std::string> views(rows.size());
  std::uint64_t next = 0;
  WorkerPool pool;
  pool.workers = workers;
  pool.time_limit = std::chrono::duration<double>(campaign.time_limit);
  pool.work = [&](std::uint64_t item) {
    std::string view;
    try {
      run_sample(campaign, rows[item].sample, rows[item].arm, {}, [&](const RunRecord& record) {
        view = draw_top_view(record, false, failure_id(rows[item]));
      });
    } catch (const std::exception&) {
      view.clear();  // its row says why there is nothing to be seen
    }
    return view;
  };
  pool.next = [&]() -> std::optional<std::uint64_t> {
    // Another program's runs are not this one's.
    const auto shown = [&](const Row& row) {
      return row.outcome == Outcome::kFailure && campaign.arms[row.arm].program.empty();
    };
    while (next < rows.size() && !shown(rows[next])) ++next;
    if (next >= rows.size()) return std::nullopt;
    return next++;
  };
  pool.done = [&](const WorkEnd& end) {
    views[end.item] = end.answer;
    return true;
  };
  pool.tick = [] { return true; };
  pool.run();
  return views;
}

}  // namespace

Campaign read_campaign(const CampaignArguments& arguments) {
  Loader loader;
  const bool own_file = loader.open(arguments.file, nullptr).find("experiment") != nullptr;
  if (own_file && (!arguments.settings.empty() || !arguments.kind.empty())) {
    throw std::runtime_error(
        arguments.file +
        ": is a campaign, which says itself what is set; --set and --kind are for an experiment");
  }
  Campaign campaign = own_file ? load_campaign(arguments.file)
                               : campaign_of_experiment(arguments.file, arguments.settings, arguments.runs,
                                                        arguments.first_seed);
  campaign.bound = campaign.bound || arguments.bound;
  check_kind(arguments, simulated_experiment(campaign));
  ask_arm_programs(campaign);
  return campaign;
}

std::string command_text(const CampaignArguments& arguments, const Campaign& campaign) {
  std::vector<std::string> words{"freefloat", "campaign", arguments.file};
  if (campaign.consecutive_seeds) {
    words.insert(words.end(), {"--first-seed", std::to_string(arguments.first_seed)});
    for (const std::string& setting : arguments.settings) words.insert(words.end(), {"--set", setting});
  }
  return join_for_shell(words);
}

bool write_outputs(const CampaignArguments& arguments, const Campaign& campaign, const ResultsFile& results,
                   const std::string& path) {
  if (!arguments.csv.empty()) results.export_csv(arguments.csv);
  if (!arguments.hdf5.empty()) export_rows(campaign, results, arguments.hdf5);
  std::string page = arguments.report;
  if (page.empty() && path != ":memory:")
    page = std::filesystem::path(path).replace_extension(".html").string();
  if (page.empty()) return true;
  const DrawFailures draw_failures = [&](const std::vector<Row>& rows) {
    return draw_failed_runs(campaign, rows, arguments.jobs);
  };
  const auto written = write_page(
      make_campaign_page(campaign, results, command_text(arguments, campaign), draw_failures), page);
  if (!written) say_error(written.error());
  if (path != ":memory:") std::cout << "rows                " << path << "\n";
  std::cout << "report              " << page << "\n";
  if (const auto figure = draw_times_the_bound(campaign, results, true)) {
    const std::string picture = std::filesystem::path(page).replace_extension(".svg").string();
    if (const auto drawn = write_page(figure->svg, picture); !drawn) {
      say_error(drawn.error());
      return false;
    }
    std::cout << "picture             " << picture << "\n";
  }
  return written.has_value();
}

}  // namespace freefloat
