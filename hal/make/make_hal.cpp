#include "hal/make/make_hal.h"

#include "hal/hal_error.h"
#include "hal/hil/hil_testbed.h"
#include "hal/make/make_camera.h"
#include "hal/make/make_emulated.h"
#include "hal/make/make_link.h"
#include "hal/make/make_servos.h"
#include "hal/make/table_labeler.h"
#include "hal/monotonic_clock.h"
#include "hal/motion_capture/natnet_source.h"
#include "hal/motion_capture/pose_source.h"
#include "hal/serial/emulated_port.h"
#include "hal/sim/real_time_testbed.h"
#include "hal/sim/sim_testbed.h"
#include "hal/udp/marker_receiver.h"

namespace freefloat {

namespace {

/// A simulated testbed whose joints emulated servos drive. The link is closed before they are.
template <class Testbed>
struct ServoParts {
  std::unique_ptr<Testbed> testbed;
  std::unique_ptr<JointLink> link;
};

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
}

template <class Testbed>
Hal make_servo_simulation(const HalConfig& config) {
  EmulatedServos servos =
      make_emulated_servos(*config.hardware.link, config.robot, config.sim, config.time_to_live);
  auto parts = std::make_shared<ServoParts<Testbed>>();
  parts->link = std::move(servos.link);
  parts->testbed = std::make_unique<Testbed>(config.sim, config.robot, config.table, config.camera,
                                             std::move(servos.drives));
  Hal hal;
  connect_simulation(hal, *parts->testbed, config.sim.imaging.render);
  hal.link = parts->link.get();
  hal.arrange = [at = parts->testbed.get()](const Arrangement& wanted) { at->arrange(wanted); };
  hal.owner = std::move(parts);
  return hal;
}

Hal make_simulation(const HalConfig& config) {
  if (config.hardware.link) {
    if (config.sim.pace == SimPace::kRealTime) return make_servo_simulation<RealTimeTestbed>(config);
    Hal hal = make_servo_simulation<SimTestbed>(config);
    hal.lockstep = true;
    return hal;
  }
  Hal hal;
  if (config.sim.pace == SimPace::kRealTime) {
    auto testbed = std::make_shared<RealTimeTestbed>(config.sim, config.robot, config.table, config.camera);
    connect_simulation(hal, *testbed, config.sim.imaging.render);
    hal.link = testbed.get();
    hal.arrange = [at = testbed.get()](const Arrangement& wanted) { at->arrange(wanted); };
    hal.owner = std::move(testbed);
  } else {
    auto testbed = std::make_shared<SimTestbed>(config.sim, config.robot, config.table, config.camera);
    connect_simulation(hal, *testbed, config.sim.imaging.render);
    hal.link = &testbed->link();
    hal.arrange = [at = testbed.get()](const Arrangement& wanted) { at->arrange(wanted); };
    hal.owner = std::move(testbed);
    hal.lockstep = true;
  }
  return hal;
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
  const HilPlantConfig& plant = *config.hardware.plant;
  auto parts = open_for_hil([&] {
    const SerialPortConfig port{.path = find_serial_port(plant.instrument_port, "instrument"),
                                .baud_rate = plant.baud_rate};
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
  std::unique_ptr<MarkerReceiver> markers;
  std::unique_ptr<NatNetSource> tracker;
  std::unique_ptr<PoseSource> poses;
};

Hal make_real(const HalConfig& config) {
  const HardwareConfig& hardware = config.hardware;
  auto parts = std::make_shared<RealParts>();
  parts->link = hardware.link->has_board()
                    ? make_link(*hardware.link, config.robot.joint_count())
                    : make_servo_link(*hardware.link, config.robot, config.time_to_live);
  Hal hal;
  hal.clock = &parts->clock;
  if (hardware.plant || hardware.camera->source == MarkerSource::kMarkers) {
    const std::string& key_file = hardware.plant ? hardware.plant->key_file : hardware.camera->key_file;
    parts->markers = std::make_unique<MarkerReceiver>(
        MarkerReceiverConfig{.address = hardware.plant ? hardware.plant->markers_to : hardware.camera->listen,
                             .marker_count = count_markers(config),
                             .key = read_optional_key(key_file),
                             .label = make_table_labeler(config)},
        parts->clock);
    hal.marker_sensor = parts->markers.get();
    hal.describe_disturbances = [markers = parts->markers.get()] { return markers->describe_refusals(); };
    hal.marker_path_health = [markers = parts->markers.get()] { return markers->health(); };
  } else if (hardware.camera->source == MarkerSource::kNatNet) {
    parts->tracker = std::make_unique<NatNetSource>(
        hardware.camera->tracker, config.robot.markers, target_leds(config), parts->clock,
        NatNetSource::Options{.transfer = hardware.camera->transfer, .label = make_table_labeler(config)});
    hal.marker_sensor = parts->tracker.get();
    hal.describe_disturbances = [tracker = parts->tracker.get()] { return tracker->describe_refusals(); };
  } else if (hardware.camera->source == MarkerSource::kPoses) {
    parts->poses = std::make_unique<PoseSource>(hardware.camera->tracker, config.robot.markers,
                                                target_leds(config), parts->clock,
                                                PoseSource::Options{.transfer = hardware.camera->transfer});
    hal.marker_sensor = parts->poses.get();
    hal.describe_disturbances = [poses = parts->poses.get()] { return poses->describe_refusals(); };
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

/// Without pixels where motion capture takes the camera's place.
Hal make_tracked(const HalConfig& config) {
  SimConfig sim = config.sim;
  sim.imaging.render = false;
  const HalConfig unrendered{config.hardware,     sim,          config.robot, config.table, config.camera,
                             config.time_to_live, config.vision};
  return emulate_tracker(config, make_simulation(unrendered));
}

/// The simulated camera over the simulated robot behind a board; somebody else commands that.
Hal make_plant_camera(const HalConfig& config) {
  const HilPlantConfig& plant = *config.hardware.plant;
  const SerialPortConfig port{.path = find_serial_port(plant.instrument_port, "instrument"),
                              .baud_rate = plant.baud_rate};
  auto testbed = std::make_shared<HilTestbed>(config.sim, config.robot, config.table, config.camera, port);
  testbed->sleep_until(testbed->now());  // lets go of the robot
  Hal hal;
  hal.clock = testbed.get();
  hal.camera = testbed.get();
  hal.owner = std::move(testbed);
  return hal;
}

Hal make_whole(const HalConfig& config) {
  if (!config.hardware.has_real_link()) return make_simulation(config);
  const bool plant_inside = config.hardware.plant && config.hardware.plant->markers_to.empty();
  Hal hal = plant_inside ? make_hil(config) : make_real(config);
  hal.real_board = true;
  return hal;
}

}  // namespace

Hal make_hal(const HalConfig& config) {
  Hal hal = make_whole(config);
  const bool emulated = config.hardware.camera && config.hardware.camera->is_emulated();
  if (emulated && config.hardware.camera->tells_markers()) return make_tracked(config);
  return emulated ? emulate_camera(config, std::move(hal)) : hal;
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
