#include <atomic>
#include <csignal>
#include <iostream>
#include <thread>

#include "app/command_line/find_testbed.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "app/output/plant_trace.h"
#include "config/load/load_experiment.h"
#include "hal/hal_error.h"
#include "hal/monotonic_clock.h"
#include "hal/serial/emulated_port.h"
#include "hal/udp/marker_stream.h"
#include "runtime/real_time.h"

namespace freefloat {

namespace {

std::atomic<bool> put_back_requested{false};

void request_put_back(int) {
  put_back_requested = true;
}

struct PlantArguments {
  std::string experiment;
  std::string testbed;
  std::string trace;
  std::vector<std::string> settings;
};

RunConfig load(const PlantArguments& arguments) {
  std::vector<std::string> overrides = arguments.settings;
  if (!arguments.testbed.empty())
    overrides.push_back("testbed=" + find_testbed(arguments.testbed, arguments.experiment));
  RunConfig config = load_experiment(arguments.experiment, overrides);
  if (!config.hardware.plant || config.hardware.plant->markers_to.empty()) {
    throw HalError("testbed " + config.testbed_name +
                   " has no plant in a process of its own; take --testbed hil and give --set "
                   "hardware.plant.markers_to=7002, here and to `freefloat run`");
  }
  config.sim.imaging.render = false;  // markers leave here, not pictures
  return config;
}

/// Sends what the camera sees until somebody stops.
void stream_markers(HilPlant& plant, MarkerSender& sender, Clock& clock, const StopRequest& stop) {
  constexpr Duration kLongestWait = std::chrono::milliseconds(100);
  MarkerFrame frame;
  while (!stop) {
    if (plant.read(frame, kLongestWait) == ReadStatus::kFrame) sender.send(frame, clock.now());
  }
}

bool serve(const PlantArguments& arguments) {
  const RunConfig config = load(arguments);
  const HilPlantConfig& hardware = *config.hardware.plant;
  MonotonicClock clock;
  MarkerSender sender(hardware.markers_to);
  PlantTrace trace(arguments.trace, config.controller.robot.joint_count());
  const std::string port = find_serial_port(hardware.instrument_port, "instrument");
  HilPlant plant(config.sim, config.controller.robot, config.controller.table, config.camera,
                 {.path = port, .baud_rate = hardware.baud_rate}, clock);
  const StopRequest stop;
  std::signal(SIGUSR1, request_put_back);
  std::cout << "robot at " << port << ", markers to " << hardware.markers_to << "\n" << std::flush;

  std::thread camera([&] { stream_markers(plant, sender, clock, stop); });
  enter_real_time();
  plant.release();
  while (!stop) {
    plant.serve_once([&](const ff_drive_frame& drive, const SimWorld& world) { trace.add(drive, world); });
    if (put_back_requested.exchange(false)) plant.put_back();
  }
  camera.join();
  const std::string disturbances = plant.describe_disturbances();
  std::cout << plant.frames() << " ticks of the board" << (disturbances.empty() ? "" : "; " + disturbances)
            << "\n";
  if (!trace.close())
    throw std::runtime_error("--trace " + arguments.trace + ": is not complete; disk full?");
  return true;
}

}  // namespace

void add_plant_command(Command& program) {
  auto [command, arguments] = program.add_subcommand(
      "plant", "The simulated robot behind a board's instrument port, in a process of its own", serve);
  command.footer(
      "Example: tools/board_emulator &\n"
      "         freefloat plant configs/experiments/standing_target.yaml --testbed hil \\\n"
      "           --set hardware.plant.markers_to=7002 --trace trace.csv &\n"
      "         freefloat run configs/experiments/standing_target.yaml --testbed hil \\\n"
      "           --set hardware.plant.markers_to=7002\n"
      "The robot goes on when the program that commands it dies. SIGUSR1 puts it back to its start; Ctrl-C "
      "ends.");
  command.add_option("EXPERIMENT.yaml", arguments.experiment, "start and target are taken from it")
      .required()
      .configuration_file();
  command
      .add_option("--testbed", arguments.testbed,
                  "testbed file, or its name in testbeds/, instead of the experiment's")
      .configuration_file();
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's");
  command.add_option("--trace", arguments.trace,
                     "write a CSV file: every tick of the board, its newest command's time, and the joints");
}

}  // namespace freefloat
