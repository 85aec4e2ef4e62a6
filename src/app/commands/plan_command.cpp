#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <thread>

#include "app/command_line/find_testbed.h"
#include "app/command_line/shell_words.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "app/output/plan_output.h"
#include "app/output/status_line.h"
#include "config/load/load_experiment.h"
#include "drawing/page.h"
#include "planning/plan_page.h"

namespace freefloat {

namespace {

struct PlanArguments : ExperimentArguments {
  std::uint64_t runs = 200;
  int jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  bool map = false;
  int map_size = 25;
  std::uint64_t map_runs = 4;
  std::uint64_t judge = 0;
  double wanted_percent = 0.0;
  std::string report;
  bool json = false;
  bool no_suggestions = false;
};

/// What does it again: `plan`, or `run` for what is predicted.
std::string command_line(const PlanArguments& arguments, const std::string& subcommand) {
  std::vector<std::string> words{"freefloat", subcommand, arguments.experiment};
  if (!arguments.testbed.empty()) words.insert(words.end(), {"--testbed", arguments.testbed});
  if (!arguments.seed.empty()) words.insert(words.end(), {"--seed", arguments.seed});
  for (const std::string& setting : arguments.settings) words.insert(words.end(), {"--set", setting});
  if (subcommand == "plan") {
    words.insert(words.end(), {"--runs", std::to_string(arguments.runs)});
    if (arguments.no_suggestions) words.emplace_back("--no-suggestions");
    if (arguments.map) {
      words.insert(words.end(), {"--map", "--map-size", std::to_string(arguments.map_size), "--map-runs",
                                 std::to_string(arguments.map_runs)});
    }
  }
  return join_for_shell(words);
}

bool judge(const PlanArguments& arguments, const Work& work, const StatusLine& line) {
  const PlanJudgement judgement = judge_plan(load_experiment(arguments.experiment, settings_over(arguments)),
                                             {.cases = arguments.judge, .runs = arguments.runs}, work);
  line.end();
  if (work.stopped()) return false;
  print_answer(arguments.json, judgement_json(judgement), judgement_text(judgement));
  return true;
}

bool plan(const PlanArguments& arguments) {
  const StopRequest stop;
  StatusLine line;
  Work work;
  work.jobs = arguments.jobs;
  work.stop = &stop.flag();
  work.on_progress = [&](const std::string& what, std::uint64_t done, std::uint64_t all) {
    if (line.on_terminal()) line.show(fmt::format("{}: {} of {}", what, done, all));
  };
  if (arguments.judge > 0) return judge(arguments, work, line);
  PlanOptions options;
  options.runs = arguments.runs;
  options.suggest = !arguments.no_suggestions;
  options.maps = arguments.map;
  options.map = {.columns = arguments.map_size, .rows = arguments.map_size, .runs = arguments.map_runs};
  const ExperimentPlan result = make_plan(arguments.experiment, settings_over(arguments), options, work);
  line.end();
  if (work.stopped()) throw std::runtime_error("interrupted: nothing is said of what was not tried");
  print_answer(arguments.json, plan_json(result), plan_text(result, command_line(arguments, "run")));
  if (!arguments.report.empty()) {
    value_or_throw(write_page(make_plan_page(result, command_line(arguments, "plan")), arguments.report));
    if (!arguments.json) std::cout << "report              " << arguments.report << "\n";
  }
  return 100.0 * result.runs.share.value() >= arguments.wanted_percent;
}

}  // namespace

void add_plan_command(Command& program) {
  auto [command, arguments] =
      program.add_subcommand("plan", "Predict what an experiment will do, before anything moves", plan);
  command.footer(
      "Example: freefloat plan configs/experiments/moving_target.yaml --map --report plan.html\n"
      "The capture is predicted without noise by the controller's own planner and laws, and with noise by "
      "quick simulated runs\n"
      "with other seeds than the experiment's, their LEDs measured without rendering pictures. Where fewer "
      "than 90 % succeed, other\n"
      "start postures, waiting times, speeds and places are tried; those that work are named. A real testbed "
      "is predicted by its\n"
      "simulation. --judge holds such predictions against runs of drawn cases.");
  command.add_file("EXPERIMENT.yaml", arguments.experiment, "experiment file");
  add_testbed_option(command, arguments).take_last();
  command.add_option("--seed", arguments.seed, "seed instead of the experiment's; quick runs have others");
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's");
  command.add_option("--runs", arguments.runs, "quick runs with noise").positive().show_default();
  command.add_option("--jobs", arguments.jobs, "runs at a time; left out: one a processor").positive();
  const Option map = command.add_flag("--map", arguments.map,
                                      "which standing and moving targets can be captured from this start");
  command.add_option("--map-size", arguments.map_size, "targets along each side of the map")
      .in_range(2, 200)
      .needs(map)
      .show_default();
  command.add_option("--map-runs", arguments.map_runs, "quick runs of each target of the map")
      .positive()
      .needs(map)
      .show_default();
  command.add_flag("--no-suggestions", arguments.no_suggestions, "do not try what would work instead");
  command.add_option("--report", arguments.report, "write an HTML page into this file");
  command.add_option("--judge", arguments.judge,
                     "draw so many cases, predict each by --runs, run each once, and say how good that was");
  command.add_option("--want-percent", arguments.wanted_percent, "exit with 1 when fewer quick runs succeed");
  command.add_flag("--json", arguments.json, "print the result as JSON");
}

}  // namespace freefloat
