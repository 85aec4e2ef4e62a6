#include <filesystem>
#include <iostream>
#include <utility>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "app/output/campaign_output.h"
#include "app/output/failure_output.h"
#include "app/output/status_line.h"
#include "campaign/find_failure.h"
#include "campaign/load_campaign.h"
#include "campaign/sampling.h"
#include "config/fields/loader.h"

namespace freefloat {

namespace {

struct FindFailureArguments {
  std::string file;
  std::string arm;
  std::uint64_t generation = 200;
  int most_generations = 15;
  std::uint64_t runs = 1000;
  int jobs = 1;
  std::string results;
  std::string csv;
  std::string log_dir = "runs";
  bool resume = false;
  bool json = false;
};

std::string cause_of(const ResultsFile& results, std::uint64_t sample) {
  std::string cause;
  results.for_each([&](const Row& row) {
    if (row.sample == sample) cause = row.cause;
  });
  return cause;
}

bool search_campaign(const FindFailureArguments& arguments) {
  Loader loader;
  if (loader.open(arguments.file, nullptr).find("phases") != nullptr) {
    throw std::runtime_error(
        arguments.file +
        ": is an experiment, which does not say what is drawn; name a campaign of it, as "
        "configs/campaigns/uncertain_table.yaml is one, or run it in drawn scenes by `freefloat campaign " +
        arguments.file + "`");
  }
  const Campaign campaign = load_campaign(arguments.file);
  simulated_experiment(campaign);
  const std::size_t arm = find_arm(campaign, arguments.arm);
  if (!campaign.arms[arm].program.empty())
    throw std::runtime_error("arm " + campaign.arms[arm].name + " is run by another program; search by " +
                             campaign.arms[arm].program + ", in a file without its `program`");
  FindFailureOptions options;
  options.search.generation = arguments.generation;
  options.search.most_generations = arguments.most_generations;
  options.search.estimate = arguments.runs;
  options.workers = arguments.jobs;
  Campaign listed = listed_campaign(campaign, arm, options.search);
  const std::string path =
      arguments.results.empty()
          ? (std::filesystem::path(arguments.log_dir) / (campaign.name + "-failure.sqlite")).string()
          : arguments.results;
  ResultsFile results(path, listed, arguments.resume ? Opening::kResume : Opening::kNew);
  options.log_folder = std::filesystem::path(path).replace_extension().string();
  StatusLine line;
  SearchStage stage = SearchStage::kApproach;
  options.on_progress = [&](const SearchProgress& progress) {
    const bool goes_on = std::exchange(stage, progress.stage) == progress.stage;
    if (line.is_due(progress.seconds, !goes_on)) line.show(progress_text(progress));
  };
  const StopRequest stop;
  const FailureSearch found = find_failure(listed, options, results, stop.flag());
  line.end();
  if (!arguments.csv.empty()) results.export_csv(arguments.csv);
  FailureReport report{listed, found, {}, {}};
  if (found.nearest) {
    const std::uint64_t sample = *found.nearest;
    report.cause = cause_of(results, sample);
    report.command =
        told_command(arguments.file, campaign, arm, {draw_sample(listed, sample), run_seed(listed, sample)});
  }
  print_answer(arguments.json, failure_json(report), failure_text(report));
  if (!arguments.json) std::cout << "rows                " << path << "\n";
  if (found.interrupted) say_warning("interrupted; go on with the same command and --resume");
  return found.nearest.has_value() && !found.interrupted;
}

}  // namespace

void add_find_failure_command(Command& campaign) {
  auto [command, arguments] = campaign.add_subcommand(
      "find-failure", "Search the drawn worlds for the nearest failure, and how likely one is",
      search_campaign);
  command.footer(
      "Example: freefloat campaign find-failure configs/campaigns/uncertain_table.yaml --jobs 2\n"
      "Generations of runs are led to where the least of a limit is left, until failures are common; then\n"
      "their probability is estimated, and the nearest is drawn nearer to the medians. The exit code is 0\n"
      "when a failure was found.");
  command.add_file("CAMPAIGN.yaml", arguments.file, "campaign, which draws keys from distributions");
  command.add_option("--arm", arguments.arm, "that is searched; left out: the first");
  command.add_option("--jobs", arguments.jobs, "runs at a time").positive();
  command.add_option("--generation", arguments.generation, "runs of a generation")
      .in_range(10, 1e6)
      .show_default();
  command.add_option("--generations", arguments.most_generations, "at most, until failures are common")
      .in_range(1, 1000)
      .show_default();
  command.add_option("--runs", arguments.runs, "that the probability is estimated from")
      .in_range(0, 1e9)
      .show_default();
  command.add_option("--results", arguments.results,
                     "SQLite file of the rows; left out: NAME-failure.sqlite in --log-dir");
  command.add_flag("--resume", arguments.resume, "go on with results that are there");
  command.add_option("--csv", arguments.csv, "write all rows into this file as well");
  command.add_option("--log-dir", arguments.log_dir, "where results and logs go").show_default();
  command.add_flag("--json", arguments.json, "print JSON");
}

}  // namespace freefloat
