#include <array>
#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/command_line/number_list.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/answer.h"
#include "app/output/simulate_output.h"
#include "drawing/page.h"
#include "export/simulation_video.h"
#include "spatial/config/load_simulation.h"
#include "spatial/simulation/mujoco_check.h"
#include "spatial/simulation/simulation_report.h"
#include "spatial/simulation/simulation_table.h"
#include "spatial/tree/attitude.h"
#include "spatial/tree/check_tree.h"

namespace freefloat {

namespace {

/// A list of numbers that replaces what the simulation's file says.
struct ListFlag {
  const char* flag;
  const char* about;
  bool of_joints;  ///< n numbers; else x, y, z
  void (*lay_over)(TreeSimulationConfig& config, const Eigen::VectorXd& list);
};

constexpr std::array<ListFlag, 9> kLists{{
    {"--joints-rad", "joints at the start, n numbers in the order of the model's links; prismatic ones in m",
     true, [](auto& config, const auto& list) { config.start.joints = list; }},
    {"--joint-rates-rad-s", "their rates; prismatic ones in m/s", true,
     [](auto& config, const auto& list) { config.start.joint_rates = list; }},
    {"--torques-nm", "constant joint torques, n numbers; prismatic ones in N; instead of the file's drives",
     true,
     [](auto& config, const auto& list) {
       config.path.reset();
       for (Eigen::Index i = 0; i < list.size(); ++i) config.drives[i] = TorquePolynomial{{list[i]}};
     }},
    {"--base-position-m", "origin of the base's frame: x,y,z", false,
     [](auto& config, const auto& list) { config.start.p_WB = list; }},
    {"--base-euler-zyx-rad", "attitude: turns about z, the new y, the new x", false,
     [](auto& config, const auto& list) {
       config.start.R_WB = rotation_from_euler(EulerSequence::kZyx, list);
     }},
    {"--base-velocity-m-s", "x,y,z; neither this nor the next: the total momentum is zero", false,
     [](auto& config, const auto& list) { config.start.v_WB = list; }},
    {"--base-angular-velocity-rad-s", "x,y,z in W", false,
     [](auto& config, const auto& list) { config.start.w_WB = list; }},
    {"--base-force-n", "constant x,y,z on the base's origin, in W", false,
     [](auto& config, const auto& list) { config.base_wrench.template head<3>() = list; }},
    {"--base-moment-nm", "constant x,y,z on the base, in W", false,
     [](auto& config, const auto& list) { config.base_wrench.template tail<3>() = list; }},
}};

/// Values on the command line that replace those of the simulation's file.
struct SimulateOptions {
  std::optional<double> duration, sample_step, relative_tolerance, absolute_tolerance;
  std::string method;
  bool lock_base = false;
  std::array<std::string, kLists.size()> lists;  ///< still text
};

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

/// @throws std::invalid_argument naming the flag and what is wrong with its value.
void lay_over(const SimulateOptions& options, TreeSimulationConfig& config) {
  config.duration = options.duration.value_or(config.duration);
  config.sample_step = options.sample_step.value_or(config.sample_step);
  IntegratorConfig& integrator = config.integrator;
  if (options.method == "fehlberg_78") integrator.method = IntegratorMethod::kFehlberg78;
  if (options.method == "dormand_prince_5") integrator.method = IntegratorMethod::kDormandPrince5;
  integrator.relative_tolerance = options.relative_tolerance.value_or(integrator.relative_tolerance);
  integrator.absolute_tolerance = options.absolute_tolerance.value_or(integrator.absolute_tolerance);
  if (options.lock_base) config.tree.base_kind = BaseKind::kFixed;
  for (std::size_t i = 0; i < kLists.size(); ++i) {
    const auto& [flag, about, of_joints, lay] = kLists[i];
    if (options.lists[i].empty()) continue;
    lay(config, read_number_list(flag, options.lists[i], of_joints ? config.tree.joint_count() : 3,
                                 of_joints ? joint_names(config.tree) : "x, y, z"));
  }
}

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
  if (!arguments.csv.empty()) value_or_throw(write_csv(config.tree, result, arguments.csv), "--csv: ");
  if (!arguments.report.empty())
    value_or_throw(write_page(make_simulation_report(config, result, both), arguments.report), "--report: ");
  if (!arguments.video.path.empty())
    value_or_throw(write_simulation_video(config, result, arguments.video), "--video: ");
}

/// What MuJoCo makes of the same simulation; after inverse dynamics, of the one under the table's torques.
MujocoComparison compare_with_mujoco(const TreeSimulationConfig& config, const SimulationResult& result,
                                     const InverseThenForward* both, TorqueTransfer transfer) {
  if (both != nullptr && transfer == TorqueTransfer::kContinuous) {
    throw std::runtime_error(
        "--check-with mujoco: torques of every instant are in no table that MuJoCo could read; take "
        "--inverse-then-forward linear");
  }
  return value_or_throw(check_with_mujoco(both != nullptr ? both->forward_config : config, result),
                        "--check-with mujoco: ");
}

bool simulate_file(const SimulateArguments& arguments) {
  TreeSimulationConfig config = load_simulation(arguments.file);
  lay_over(arguments.options, config);
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
  print_answer(arguments.json, simulation_to_json(output), format_simulation(output));
  if (result.failure.empty()) return true;
  throw std::runtime_error(arguments.file + ": the simulation cannot go on: " + result.failure +
                           ". The results so far are kept");
}

void add_options(Command& command, SimulateOptions& options) {
  command.add_option("--duration-s", options.duration, "how long, instead of the file's; a model alone: 10");
  command.add_option("--sample-step-s", options.sample_step,
                     "time between results; 0: a 500th of the duration");
  command.add_option("--method", options.method, "Runge-Kutta formulas")
      .one_of({"fehlberg_78", "dormand_prince_5"});
  command.add_option("--relative-tolerance", options.relative_tolerance, "allowed error of a step, 1e-13")
      .in_range(0.0, 0.1);
  command.add_option("--absolute-tolerance", options.absolute_tolerance, "the same in SI units, 1e-13")
      .in_range(0.0, 0.1);
  command.add_flag("--lock-base", options.lock_base,
                   "hold the base where it starts: the results then have the force and moment that hold it");
  for (std::size_t i = 0; i < kLists.size(); ++i)
    command.add_option(kLists[i].flag, options.lists[i], kLists[i].about);
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
  add_options(command, arguments.options);
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
