#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>
#include <stdexcept>

#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/commands/simulate_options.h"
#include "app/output/simulate_output.h"
#include "drawing/page.h"
#include "export/simulation_video.h"
#include "spatial/config/load_simulation.h"
#include "spatial/simulation/mujoco_check.h"
#include "spatial/simulation/simulation_report.h"
#include "spatial/simulation/simulation_table.h"

namespace freefloat {

namespace {

struct SimulateArguments {
  std::string file;
  SimulateOptions options;
  std::string transfer;
  double table_step = 2.0;
  std::string csv, report;
  SimulationVideo video;
  std::string check_with;
  bool json = false;
};

/// Says how far a long simulation is, and ends it on Ctrl-C.
SimulationProgress make_progress(double duration, const StopRequest& stop) {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kBetweenLines{2};
  auto next = std::make_shared<Clock::time_point>(Clock::now() + kBetweenLines);
  return [next, duration, &stop](double time) {
    if (Clock::now() >= *next) {
      std::cerr << "simulated " << time << " of " << duration << " s\n";
      *next = Clock::now() + kBetweenLines;
    }
    return !stop;
  };
}

TorqueTransfer transfer_of(const std::string& word) {
  if (word == "held") return TorqueTransfer::kHeld;
  return word == "linear" ? TorqueTransfer::kLinear : TorqueTransfer::kContinuous;
}

void write_files(const SimulateArguments& arguments, const TreeSimulationConfig& config,
                 const SimulationResult& result, const InverseThenForward* both) {
  const auto succeed = [](const char* flag, const auto& written) {
    if (!written) throw std::runtime_error(std::string(flag) + ": " + written.error());
  };
  if (!arguments.csv.empty()) succeed("--csv", write_csv(config.tree, result, arguments.csv));
  if (!arguments.report.empty())
    succeed("--report", write_page(make_simulation_report(config, result, both), arguments.report));
  if (!arguments.video.path.empty())
    succeed("--video", write_simulation_video(config, result, arguments.video));
}

/// What MuJoCo makes of the same simulation; after inverse dynamics, of the one under the table's torques.
MujocoComparison compare_with_mujoco(const TreeSimulationConfig& config, const SimulationResult& result,
                                     const InverseThenForward* both, TorqueTransfer transfer) {
  if (both != nullptr && transfer == TorqueTransfer::kContinuous) {
    throw std::runtime_error(
        "--check-with mujoco: torques of every instant are in no table that MuJoCo could read; take "
        "--inverse-then-forward linear");
  }
  const auto found = check_with_mujoco(both != nullptr ? both->forward_config : config, result);
  if (!found) throw std::runtime_error("--check-with mujoco: " + found.error());
  return *found;
}

bool simulate_file(const SimulateArguments& arguments) {
  TreeSimulationConfig config = load_simulation(arguments.file);
  apply(arguments.options, config);
  const StopRequest stop;
  SimulationResult result;
  std::optional<InverseThenForward> both;
  const SimulationProgress progress = make_progress(config.duration, stop);
  if (arguments.transfer.empty()) {
    result = simulate(config, progress);
  } else {
    both = simulate_inverse_then_forward(config, transfer_of(arguments.transfer), arguments.table_step,
                                         progress);
    result = both->forward;
  }
  SimulationOutput output{config, result, both ? &*both : nullptr};
  write_files(arguments, config, result, output.both);
  if (arguments.check_with == "mujoco")
    output.mujoco = compare_with_mujoco(config, result, output.both, transfer_of(arguments.transfer));
  std::cout << (arguments.json ? simulation_to_json(output).dump(2) + "\n" : format_simulation(output));
  if (result.failure.empty()) return true;
  throw std::runtime_error(arguments.file + ": the simulation cannot go on: " + result.failure +
                           ". The results so far are kept");
}

}  // namespace

void add_simulate_command(Command& program) {
  auto [command, arguments] =
      program.add_subcommand("simulate", "Simulate the motion of a spatial robot", simulate_file);
  command.footer(
      "Examples:\n"
      "  freefloat simulate configs/simulations/saha_1993.yaml --report saha.html --csv saha.csv\n"
      "  freefloat simulate configs/simulations/saha_1993.yaml --inverse-then-forward held --table-step-s 2\n"
      "  freefloat simulate configs/models/mixed_rprp.yaml --duration-s 5 --torques-nm 0.1,0,0,0.05 "
      "--check-with mujoco\n"
      "  freefloat simulate configs/models/mixed_rprp.yaml --lock-base --torques-nm 0.1,0,0,0.05 --csv "
      "held.csv\n"
      "Exit code 1: the simulation could not go on to its end; what it has is written.");
  command.add_file("FILE", arguments.file, "simulation (YAML), spatial model (YAML, URDF), or planar robot");
  add_simulate_options(command, arguments.options);
  command
      .add_option("--inverse-then-forward", arguments.transfer,
                  "first the torques of the given motion, then the motion under these torques: at every "
                  "instant, or from a table, held or straight between its rows")
      .one_of({"continuous", "held", "linear"});
  command.add_option("--table-step-s", arguments.table_step, "time between the rows of that table")
      .positive()
      .show_default();
  command.add_option("--csv", arguments.csv, "write all results as CSV, each number to its last bit");
  command.add_option("--report", arguments.report,
                     "write an HTML page with diagrams and the motion that plays");
  command.add_option("--video", arguments.video.path,
                     "write the motion as video: .mp4 (H.264) or .webm (VP9)");
  command.add_option("--fps", arguments.video.frame_rate, "its pictures a second")
      .in_range(1.0, 200.0)
      .show_default();
  command
      .add_option(
          "--check-with", arguments.check_with,
          "simulate again with another program (Runge-Kutta 4, contacts off) and print the differences")
      .one_of({"mujoco"});
  command.add_flag("--json", arguments.json, "print the summary as JSON");
}

}  // namespace freefloat
