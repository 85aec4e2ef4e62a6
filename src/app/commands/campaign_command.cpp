#include <filesystem>
#include <iostream>

#include "app/command_line/messages.h"
#include "app/command_line/stop_request.h"
#include "app/commands/campaign_arguments.h"
#include "app/commands/commands.h"
#include "app/output/campaign_output.h"
#include "app/output/status_line.h"
#include "campaign/find_failure.h"
#include "campaign/load_campaign.h"
#include "campaign/run_campaign.h"
#include "campaign/sampling.h"
#include "report/report_html.h"
#include "report/summary_file.h"
#include "runlog/wall_time.h"
#include "runtime/run_folder.h"

namespace freefloat {

namespace {

/// @return The number behind --sample.
std::uint64_t read_sample(const CampaignArguments& arguments, const Campaign& campaign) {
  std::uint64_t sample = 0;
  try {
    std::size_t end = 0;
    sample = std::stoull(arguments.sample, &end);
    if (end != arguments.sample.size() || arguments.sample.front() == '-') throw std::invalid_argument("");
  } catch (const std::logic_error&) {
    throw std::runtime_error("--sample " + arguments.sample +
                             ": is no number of a sample, which are counted from 0");
  }
  if (sample >= campaign.samples && !campaign.consecutive_seeds) {
    throw std::runtime_error("--sample " + arguments.sample + ": " + campaign.name +
                             " has the samples 0 to " + std::to_string(campaign.samples - 1));
  }
  return sample;
}

/// Runs one sample with log and report.
/// @param command Runs it again.
bool run_again(const CampaignArguments& arguments, const Campaign& campaign, std::uint64_t sample,
               std::size_t arm, const std::string& command) {
  if (!campaign.arms[arm].program.empty())
    throw std::runtime_error("arm " + campaign.arms[arm].name +
                             " is run by another program; run this sample by " + campaign.arms[arm].program +
                             ", with the same arguments");
  const RunConfig config = sample_config(campaign, sample, arm);
  const std::int64_t start_ns = wall_clock_offset_ns(Time{});
  const std::filesystem::path folder = make_run_folder(arguments.log_dir, config, start_ns);
  std::string unwritten;
  const Row row = run_sample(campaign, sample, arm, (folder / "run.mcap").string(), [&](RunRecord record) {
    record.command = command;
    record.started = iso_time(start_ns);
    record.log_path = (folder / "run.mcap").string();
    for (const auto& written :
         {write_report(record, folder / "report.html"), write_summary(record, folder / "summary.json")}) {
      if (!written) unwritten = written.error();
    }
  });
  print_row(campaign, row);
  std::cout << "log and report: " << folder.string() << "\n";
  if (!unwritten.empty()) say_error(unwritten);
  return unwritten.empty();
}

/// @return Where the rows go: an experiment's stay in memory unless a file is named.
std::string results_path(const CampaignArguments& arguments, const Campaign& campaign) {
  if (!arguments.results.empty()) return arguments.results;
  return campaign.consecutive_seeds
             ? ":memory:"
             : (std::filesystem::path(arguments.log_dir) / (campaign.name + ".sqlite")).string();
}

bool run_all(const CampaignArguments& arguments) {
  if (arguments.slurm || arguments.print_commands) return spread_campaign(arguments);
  const Campaign campaign = read_campaign(arguments);
  const std::size_t arm = find_arm(campaign, arguments.arm);
  if (!arguments.told.empty()) {
    const Campaign told = told_sample(campaign, arguments.told, arguments.run_seed);
    return run_again(arguments, told, 0, arm,
                     told_command(arguments.file, campaign, arm, {draw_sample(told, 0), arguments.run_seed}));
  }
  if (!arguments.sample.empty()) {
    Row row;
    row.sample = read_sample(arguments, campaign);
    row.arm = arm;
    return run_again(arguments, campaign, row.sample, arm,
                     sample_command(command_text(arguments, campaign), campaign, row));
  }
  if (arguments.until_ci > 0.0 && campaign.sampling != Sampling::kRandom &&
      campaign.sampling != Sampling::kSobol) {
    throw std::runtime_error("--until-ci: " + campaign.name +
                             " is a plan that only counts as a whole; take sampling: random or sobol");
  }
  const std::string path = results_path(arguments, campaign);
  ResultsFile results(path, campaign, arguments.resume ? Opening::kResume : Opening::kNew);
  CampaignOptions options;
  options.workers = arguments.jobs;
  if (arguments.until_ci > 0.0) options.until_half_width = arguments.until_ci;
  options.log_folder =
      path == ":memory:" ? arguments.log_dir : std::filesystem::path(path).replace_extension().string();
  const std::string word = judges_capture(campaign) ? "captured" : "passed";
  StatusLine line;
  CampaignProgress last;
  options.on_progress = [&](const CampaignProgress& progress) {
    last = progress;
    if (line.is_due(progress.seconds)) line.show(progress_text(progress, word));
  };
  const StopRequest stop;
  const bool whole = run_campaign(campaign, options, results, stop.flag());
  line.end();
  const Share share = print_results(campaign, results, word, last);
  const bool written = write_outputs(arguments, campaign, results, path);
  if (const std::uint64_t lost = results.count_lost(); lost > 0 && path != ":memory:")
    say_warning(
        std::to_string(lost) +
        " rows were lost with a worker that was killed; the same command with --resume makes them anew");
  if (!whole)
    say_warning(path == ":memory:" ? "interrupted" : "interrupted; go on with the same command and --resume");
  return whole && written && 100.0 * share.value() >= arguments.wanted_percent;
}

}  // namespace

void add_campaign_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "campaign", "Run an experiment many times in simulation, in drawn worlds", run_all);
  command.footer(
      "Example: freefloat campaign configs/campaigns/uncertain_table.yaml --jobs 2\n"
      "         freefloat campaign configs/experiments/standing_target.yaml --runs 200 --jobs 2\n"
      "         freefloat campaign configs/campaigns/uncertain_table.yaml --slurm --folder /shared/table\n"
      "A campaign's file says what is drawn. Of an experiment's file, start posture and target are drawn "
      "from each run's seed. Captures are judged by their capture phase, other experiments by all phases.");
  command.add_file("FILE.yaml", arguments.file, "campaign, or experiment, which captures at most one target");
  command.add_option("--jobs", arguments.jobs, "runs at a time").positive();
  command.add_option("--results", arguments.results,
                     "SQLite file of the rows; left out: NAME.sqlite in --log-dir, of an experiment none");
  command.add_flag("--resume", arguments.resume, "go on with results that are there");
  command.add_flag(
      "--bound", arguments.bound,
      "work out how soon each target could be captured with perfect knowledge, or that it cannot");
  command
      .add_option("--until-ci", arguments.until_ci,
                  "stop when half the 95 % interval of each arm is so narrow: 0.01 is one percentage point")
      .in_range(0.0, 0.5);
  command.add_option("--csv", arguments.csv, "write all rows into this file as well");
  command.add_option("--hdf5", arguments.hdf5, "the same, for h5py, MATLAB and Octave");
  command.add_option("--report", arguments.report, "the page; left out: beside the results");
  command.add_option("--sample", arguments.sample, "run this sample alone, with log and report");
  Option told = command.add_option(
      "--draw", arguments.told,
      "KEY=VALUE of a drawn key: run the world that these are alone, with log and report; once for each key");
  Option run_seed = command.add_option("--run-seed", arguments.run_seed, "of the world that --draw tells");
  told.needs(run_seed);
  run_seed.needs(told);
  command.add_option("--arm", arguments.arm, "of --sample and --draw; left out: the first");
  command.add_option("--log-dir", arguments.log_dir, "where results, logs and pages go").show_default();
  command.add_option("--want-percent", arguments.wanted_percent,
                     "exit with 1 when fewer were captured, or passed");
  command
      .add_option(
          "--kind", arguments.kind,
          "of an experiment: what must be captured, standing or moving targets; left out: whatever it does")
      .one_of({"standing", "moving"});
  command.add_option("--runs", arguments.runs, "of an experiment: number of runs").positive();
  command.add_option("--first-seed", arguments.first_seed,
                     "of an experiment: seed of the first run; the others follow");
  command.add_option("--set", arguments.settings, "of an experiment: KEY=VALUE instead of a file's");
  Option slurm = command.add_flag("--slurm", arguments.slurm,
                                  "spread the campaign over a cluster; once more: submit what failed again");
  Option commands = command.add_flag("--print-commands", arguments.print_commands,
                                     "spread it: print a command a part, as for GNU parallel");
  slurm.excludes(commands);
  command.add_option("--folder", arguments.folder, "of a spread campaign, which all machines share");
  command.add_option("--sbatch", arguments.sbatch,
                     "option for sbatch, as --sbatch=--partition=long; once for each");
  command.add_option("--task-minutes", arguments.task_minutes, "of a spread campaign: how long a part takes")
      .in_range(0.1, 1e4)
      .show_default();
  command.add_option("--parts", arguments.parts,
                     "of a spread campaign; left out: as many as --task-minutes says");
  add_find_failure_command(command);
  add_parts_commands(command);
  add_rows_command(command);
}

}  // namespace freefloat
