#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "app/output/faults_output.h"

namespace freefloat {

namespace {

struct FaultsArguments {
  MatrixConfig matrix;
  std::vector<std::string> only;
  std::string robot_is = "moving";
  bool json = false;
};

std::vector<const Injection*> choose(const std::vector<std::string>& only) {
  std::vector<const Injection*> chosen;
  for (const Injection& injection : injections()) {
    if (only.empty() || std::find(only.begin(), only.end(), injection.name) != only.end())
      chosen.push_back(&injection);
  }
  for (const std::string& name : only) {
    const bool known =
        std::any_of(chosen.begin(), chosen.end(), [&](const auto* i) { return i->name == name; });
    if (!known)
      throw std::runtime_error("--only '" + name + "': no such fault; `freefloat faults` lists them");
  }
  return chosen;
}

bool faults(const FaultsArguments& arguments) {
  const std::vector<const Injection*> chosen = choose(arguments.only);
  if (arguments.matrix.experiment.empty()) {
    print_answer(arguments.json, faults_json(chosen), list_faults(chosen));
    return true;
  }
  MatrixConfig config = arguments.matrix;
  for (const RobotIs robot : kAllRobotIs) {
    if (arguments.robot_is == name_of(robot)) config.robot = robot;
  }
  std::size_t done = 0;
  const std::vector<MatrixRow> rows = run_matrix(config, chosen, [&](const MatrixRow& row) {
    std::cerr << ++done << " of " << chosen.size() << ": " << row.injection->name << "\n";
  });
  print_answer(arguments.json, matrix_json(rows), list_matrix(rows));
  return std::all_of(rows.begin(), rows.end(), [](const MatrixRow& row) { return row.failures.empty(); });
}

}  // namespace

void add_faults_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "faults", "The fault table; faults injected into simulated runs, measured beside what is promised",
      faults);
  command.footer(
      "Examples: freefloat faults\n"
      "          freefloat faults configs/experiments/standing_target.yaml --seeds 20 --jobs 2\n"
      "          freefloat faults configs/experiments/moving_target.yaml --only 'air supply low'\n"
      "          freefloat faults configs/experiments/standing_target.yaml --while armed\n"
      "Without an experiment the table is shown. With one, each fault comes once in a run for each seed, at "
      "an\n"
      "instant of the motion that is drawn: of the experiment's own, or with --while jogged of each joint "
      "to\n"
      "and fro; with --while armed or disarmed, at one of three seconds' rest, after which somebody arms "
      "the\n"
      "robot and moves joint 1. The exit code is 1 when something was not as promised.");
  command.add_option("EXPERIMENT.yaml", arguments.matrix.experiment, "experiment of a simulated testbed")
      .configuration_file();
  command.add_option("--only", arguments.only, "this fault alone; may be given several times");
  command.add_option("--while", arguments.robot_is, "what the robot is when the fault comes")
      .one_of({"moving", "jogged", "armed", "disarmed"})
      .show_default();
  command.add_option("--seeds", arguments.matrix.seeds, "runs of each fault").positive();
  command.add_option("--first-seed", arguments.matrix.first_seed, "seed of the first run; the others follow");
  command.add_option("--jobs", arguments.matrix.jobs, "faults at a time").positive();
  command.add_option("--set", arguments.matrix.settings, "KEY=VALUE instead of a file's");
  command.add_flag("--json", arguments.json, "as JSON");
}

}  // namespace freefloat
