#include <atomic>
#include <csignal>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

#include "app/command_line/find_testbed.h"
#include "app/command_line/stop_request.h"
#include "app/commands/commands.h"
#include "config/load/load_experiment.h"
#include "hal/hal_error.h"
#include "hal/hil/hil_plant.h"
#include "hal/link_key.h"
#include "hal/monotonic_clock.h"
#include "hal/serial/emulated_port.h"
#include "hal/udp/marker_publisher.h"
#include "runtime/real_time.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Writes what the board did and what the joints did, one line a tick, in board time.
class PlantTrace {
 public:
  /// @param path Empty: nothing is written. @throws std::runtime_error when the file cannot be made.
  PlantTrace(const std::string& path, int joint_count) {
    if (path.empty()) return;
    file_.open(path, std::ios::binary);
    if (!file_) throw std::runtime_error("--trace " + path + ": cannot be written");
    file_ << "board_time_ms,boot_id,board_state,energised,accepted_us";
    for (int i = 1; i <= joint_count; ++i) file_ << ",joint_" << i << "_deg,joint_" << i << "_rate_deg_s";
    file_ << '\n';
  }

  void add(const ff_drive_frame& drive, const SimWorld& world) {
    if (!file_.is_open()) return;
    file_ << drive.tick << ',' << drive.boot_id << ',' << int{drive.state} << ','
          << ((drive.flags & FF_DRIVE_ENERGISED) != 0) << ',';
    // Empty until the board has accepted a command.
    if ((drive.flags & FF_DRIVE_ACCEPTED) != 0) file_ << drive.accepted_us;
    const Plant& plant = world.plant();
    for (Eigen::Index i = 0; i < plant.joints().size(); ++i)
      file_ << ',' << rad_to_deg(plant.joints()[i]) << ',' << rad_to_deg(plant.joint_rates()[i]);
    file_ << '\n';
    constexpr std::uint32_t kFlushTicks = 16;  // whoever reads along is that far behind
    if (drive.tick % kFlushTicks == 0) file_.flush();
  }

  /// @return False when something could not be written.
  bool close() {
    if (!file_.is_open()) return true;
    file_.close();
    return !file_.fail();
  }

 private:
  std::ofstream file_;
};

std::atomic<bool> put_back_requested{false};

struct PlantArguments : ExperimentArguments {
  std::string trace;
};

RunConfig load(const PlantArguments& arguments) {
  RunConfig config = load_experiment(arguments.experiment, settings_over(arguments));
  if (!config.hardware.plant || config.hardware.plant->markers_to.empty()) {
    throw HalError("testbed " + config.testbed_name +
                   " has no plant in a process of its own; take --testbed hil and give --set "
                   "hardware.plant.markers_to=7002, here and to `freefloat run`");
  }
  config.sim.imaging.render = false;  // markers leave here, not pictures
  return config;
}

/// Sends what the camera sees until somebody stops.
void stream_markers(HilPlant& plant, MarkerPublisher& publisher, const StopRequest& stop) {
  constexpr Duration kLongestWait = std::chrono::milliseconds(100);
  MarkerFrame frame;
  while (!stop) {
    if (plant.read(frame, kLongestWait) == ReadStatus::kFrame) {
      publisher.send(frame);
    } else {
      publisher.serve();
    }
  }
}

bool serve(const PlantArguments& arguments) {
  const RunConfig config = load(arguments);
  const HilPlantConfig& hardware = *config.hardware.plant;
  MonotonicClock clock;
  MarkerPublisher publisher(hardware.markers_to, read_optional_key(hardware.key_file), clock);
  PlantTrace trace(arguments.trace, config.controller.robot.joint_count());
  const std::string port = find_serial_port(hardware.instrument_port, "instrument");
  HilPlant plant(config.sim, config.controller.robot, config.controller.table, config.camera,
                 {.path = port, .baud_rate = hardware.baud_rate}, clock);
  const StopRequest stop;
  std::signal(SIGUSR1, [](int) { put_back_requested = true; });
  std::cout << "robot at " << port << ", markers to " << hardware.markers_to << "\n" << std::flush;

  // The camera's thread has what the board's waits for: both go before programs that nobody waits for.
  enter_real_time();
  std::thread camera([&] { stream_markers(plant, publisher, stop); });
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
  command.add_file("EXPERIMENT.yaml", arguments.experiment, "start and target are taken from it");
  add_testbed_option(command, arguments);
  command.add_option("--set", arguments.settings, "KEY=VALUE instead of a file's");
  command.add_option("--trace", arguments.trace,
                     "write a CSV file: every tick of the board, its newest command's time, and the joints");
}

}  // namespace freefloat
