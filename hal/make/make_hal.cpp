#include "hal/make/make_hal.h"

#include "hal/hal_error.h"
#include "hal/hil/hil_testbed.h"
#include "hal/make/inject_failures.h"
#include "hal/make/make_camera.h"
#include "hal/make/make_emulated.h"
#include "hal/make/make_link.h"
#include "hal/make/make_servos.h"
#include "hal/make/make_tracker.h"
#include "hal/make/table_labeler.h"
#include "hal/make/target_source.h"
#include "hal/monotonic_clock.h"
#include "hal/serial/emulated_port.h"
#include "hal/sim/real_time_testbed.h"
#include "hal/sim/sim_testbed.h"

namespace freefloat {

namespace {

/// A simulated robot, seen by its simulated camera.
template <class Testbed>
void connect_simulation(Hal& hal, Testbed& testbed, bool render) {
  hal.clock = &testbed;
  hal.truth = &testbed;
  if (render) {
    hal.camera = &testbed;
  } else {
    hal.marker_sensor = &testbed;
  }
  if constexpr (requires { testbed.target_sensor(); }) hal.target_sensor = testbed.target_sensor();
}

/// A simulated testbed, and the link to emulated servos that drive its joints: closed before they are.
template <class Testbed>
struct SimulationParts {
  std::unique_ptr<Testbed> testbed;
  std::unique_ptr<JointLink> servo_link;  // null: the testbed has a link of its own
};

template <class Testbed>
Hal make_simulation(const HalConfig& config) {
  EmulatedServos servos;
  if (const auto& link = config.hardware.link)
    servos = make_emulated_servos(*link, config.robot, config.sim, config.time_to_live);
  auto parts = std::make_shared<SimulationParts<Testbed>>();
  parts->servo_link = std::move(servos.link);
  parts->testbed = std::make_unique<Testbed>(config.sim, config.robot, config.table, config.camera,
                                             std::move(servos.drives));
  Hal hal;
  connect_simulation(hal, *parts->testbed, config.sim.imaging.render);
  hal.link = parts->servo_link ? parts->servo_link.get() : &parts->testbed->link();
  hal.arrange = [at = parts->testbed.get()](const Arrangement& wanted) { at->arrange(wanted); };
  hal.lockstep = config.sim.pace != SimPace::kRealTime;
  hal.owner = std::move(parts);
  return hal;
}

SerialPortConfig instrument_port(const HilPlantConfig& plant) {
  return {.path = find_serial_port(plant.instrument_port, "instrument"), .baud_rate = plant.baud_rate};
}

/// A real board that drives a simulated robot.
struct HilParts {
  std::unique_ptr<JointLink> link;
  HilTestbed testbed;
};

/// Adds to what `open` throws where a board can be had.
template <class Open>
auto open_for_hil(Open&& open) {
  try {
    return open();
  } catch (const HalError& error) {
    throw HalError(std::string(error.what()) +
                   "; for an emulated board start tools/board_emulator first, or use tools/run --hil");
  }
}

Hal make_hil(const HalConfig& config) {
  auto parts = open_for_hil([&] {
    const SerialPortConfig port = instrument_port(*config.hardware.plant);
    std::unique_ptr<JointLink> link = make_link(*config.hardware.link, config.robot.joint_count());
    return std::shared_ptr<HilParts>(
        new HilParts{std::move(link), {config.sim, config.robot, config.table, config.camera, port}});
  });
  Hal hal;
  connect_simulation(hal, parts->testbed, config.sim.imaging.render);
  hal.link = parts->link.get();
  hal.describe_disturbances = [testbed = &parts->testbed] { return testbed->describe_disturbances(); };
  hal.owner = std::move(parts);
  return hal;
}

/// Nothing is simulated here, or it is in another process.
struct RealParts {
  MonotonicClock clock;
  std::unique_ptr<JointLink> link;
  std::unique_ptr<Camera> camera;
  Tracker tracker;
};

/// Those that a plant in another process sends.
MarkerSourceConfig markers_of_plant(const HilPlantConfig& plant) {
  MarkerSourceConfig source;
  source.source = MarkerSource::kMarkers;
  source.listen = plant.markers_to;
  source.key_file = plant.key_file;
  return source;
}

Hal make_real(const HalConfig& config) {
  const HardwareConfig& hardware = config.hardware;
  auto parts = std::make_shared<RealParts>();
  parts->link = hardware.link->has_board()
                    ? make_link(*hardware.link, config.robot.joint_count())
                    : make_servo_link(*hardware.link, config.robot, config.time_to_live);
  Hal hal;
  hal.clock = &parts->clock;
  if (hardware.plant || hardware.camera->tells_markers()) {
    parts->tracker = make_tracker(hardware.plant ? markers_of_plant(*hardware.plant) : *hardware.camera,
                                  {.robot = config.robot.markers,
                                   .target = target_leds(config),
                                   .marker_count = count_markers(config),
                                   .label = make_table_labeler(config)},
                                  parts->clock);
    hal.marker_sensor = parts->tracker.sensor;
    hal.describe_disturbances = parts->tracker.describe_refusals;
    hal.marker_path_health = parts->tracker.path_health;
  } else {
    parts->camera = make_camera(*hardware.camera, config.camera, parts->clock);
    hal.camera = parts->camera.get();
    if (const auto* device = dynamic_cast<const DeviceCamera*>(hal.camera))
      hal.describe_disturbances = [device] { return describe_complaints(device->health()); };
  }
  hal.link = parts->link.get();
  hal.owner = std::move(parts);
  return hal;
}

/// The simulated camera over the simulated robot behind a board; somebody else commands that.
Hal make_plant_camera(const HalConfig& config) {
  auto testbed = std::make_shared<HilTestbed>(config.sim, config.robot, config.table, config.camera,
                                              instrument_port(*config.hardware.plant));
  testbed->sleep_until(testbed->now());  // lets go of the robot
  Hal hal;
  hal.clock = testbed.get();
  hal.camera = testbed.get();
  hal.owner = std::move(testbed);
  return hal;
}

Hal make_whole(const HalConfig& config) {
  if (!config.hardware.has_real_link()) {
    return config.sim.pace == SimPace::kRealTime ? make_simulation<RealTimeTestbed>(config)
                                                 : make_simulation<SimTestbed>(config);
  }
  const bool plant_inside = config.hardware.plant && config.hardware.plant->markers_to.empty();
  Hal hal = plant_inside ? make_hil(config) : make_real(config);
  // A plant plays failures of what it simulates: the camera's, too.
  hal = inject_failures(std::move(hal), config.sim.faults, config.sim.seed, !config.hardware.plant);
  hal.real_board = true;
  return hal;
}

}  // namespace

Hal make_hal(const HalConfig& config) {
  const HardwareConfig& hardware = config.hardware;
  const bool emulated = hardware.camera && hardware.camera->is_emulated();
  const bool tracked = emulated && hardware.camera->tells_markers();
  SimConfig sim = config.sim;
  // Without pixels where motion capture takes the camera's place.
  if (tracked) sim.imaging.render = false;
  if (hardware.has_emulated_target_source()) sim.target_sight = hardware.target_source->emulated.sight;
  const HalConfig seen{hardware,     sim, config.robot, config.table, config.camera, config.time_to_live,
                       config.vision};
  Hal hal = make_whole(seen);
  if (tracked) {
    hal = emulate_tracker(config, std::move(hal));
  } else if (emulated) {
    hal = emulate_camera(config, std::move(hal));
  }
  return hardware.target_source ? add_target_source(config, std::move(hal)) : hal;
}

Hal make_camera_alone(const HalConfig& config) {
  if (!config.hardware.camera) return make_plant_camera(config);
  const MarkerSourceConfig& source = *config.hardware.camera;
  if (source.is_emulated()) {
    HardwareConfig hardware;
    hardware.camera = source;
    SimConfig sim = config.sim;
    sim.pace = SimPace::kRealTime;
    return make_hal({hardware, sim, config.robot, config.table, config.camera});
  }
  auto parts = std::make_shared<RealParts>();
  parts->camera = make_camera(source, config.camera, parts->clock);
  Hal hal;
  hal.clock = &parts->clock;
  hal.camera = parts->camera.get();
  hal.owner = std::move(parts);
  return hal;
}

}  // namespace freefloat
