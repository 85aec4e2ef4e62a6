#include "hal/make/make_emulated.h"

#include "hal/hal_error.h"
#include "hal/make/make_camera.h"
#include "hal/make/table_labeler.h"
#include "hal/motion_capture/emulated_natnet.h"
#include "hal/motion_capture/emulated_poses.h"
#include "hal/motion_capture/natnet_source.h"
#include "hal/motion_capture/pose_source.h"

namespace freefloat {

namespace {

/// The emulated camera, and the simulated testbed before it.
struct EmulatedParts {
  Hal world;
  std::unique_ptr<DeviceCamera> camera;
};

/// Motion capture that sees the simulated robot, and the way from it.
struct TrackedParts {
  Hal world;
  std::unique_ptr<EmulatedNatNet> server;
  std::unique_ptr<NatNetSource> tracker;
};

/// Poses by ROS 2 that see the simulated robot.
struct PoseParts {
  Hal world;
  std::unique_ptr<EmulatedPoses> publishers;
  std::unique_ptr<PoseSource> source;
};

/// @param parts Has a `world`. @param sensor What takes its place, and says what is wrong with it.
template <class Parts, class Sensor>
Hal put_before(std::shared_ptr<Parts> parts, Sensor& sensor) {
  Hal hal = parts->world;
  hal.camera = nullptr;
  hal.marker_sensor = &sensor;
  hal.describe_disturbances = [parts = parts.get(), &sensor] {
    const auto& of_world = parts->world.describe_disturbances;
    const std::string text = of_world ? of_world() : std::string();
    const std::string of_tracker = sensor.describe_refusals();
    return text + (text.empty() || of_tracker.empty() ? "" : "; ") + of_tracker;
  };
  hal.owner = std::move(parts);
  return hal;
}

Hal emulate_poses(const HalConfig& config, Hal world) {
  auto parts = std::make_shared<PoseParts>();
  const MarkerSourceConfig& source = *config.hardware.camera;
  parts->world = std::move(world);
  Clock& clock = *parts->world.clock;
  parts->publishers =
      std::make_unique<EmulatedPoses>(source.tracker, source.emulated, config.robot.markers,
                                      target_leds(config), *parts->world.marker_sensor, clock);
  parts->source = std::make_unique<PoseSource>(
      source.tracker, config.robot.markers, target_leds(config), clock,
      PoseSource::Options{
          .transfer = source.transfer,
          .before_waiting = [parts = parts.get()] { parts->publishers->serve(*parts->source); },
          .wall_time = [&clock] { return clock.now().time_since_epoch().count(); }});
  PoseSource& sensor = *parts->source;
  return put_before(std::move(parts), sensor);
}

}  // namespace

Hal emulate_camera(const HalConfig& config, Hal world) {
  if (world.camera == nullptr)
    throw HalError("the emulated camera needs pictures: set simulation.imaging.render to true");
  auto parts = std::make_shared<EmulatedParts>();
  Hal hal = world;
  parts->camera = make_emulated_camera(
      *config.hardware.camera, config.camera, *world.clock,
      {.config = config.hardware.camera->emulated, .world = world.camera, .lockstep = world.lockstep});
  parts->world = std::move(world);
  hal.camera = parts->camera.get();
  hal.describe_disturbances = [parts = parts.get()] {
    const auto& of_world = parts->world.describe_disturbances;
    std::string text = of_world ? of_world() : std::string();
    const std::string of_camera = describe_complaints(parts->camera->health());
    return text + (text.empty() || of_camera.empty() ? "" : "; ") + of_camera;
  };
  hal.owner = std::move(parts);
  return hal;
}

Hal emulate_tracker(const HalConfig& config, Hal world) {
  if (config.hardware.camera->source == MarkerSource::kPoses) return emulate_poses(config, std::move(world));
  auto parts = std::make_shared<TrackedParts>();
  const MarkerSourceConfig& source = *config.hardware.camera;
  parts->world = std::move(world);
  parts->server =
      std::make_unique<EmulatedNatNet>(source.tracker, source.emulated, config.robot.markers,
                                       target_leds(config), *parts->world.marker_sensor, *parts->world.clock);
  TrackerConfig tracker = source.tracker;
  const std::string address = to_string(parts->server->address());
  tracker.server = address.substr(0, address.rfind(':'));
  tracker.command_port = std::stoi(address.substr(address.rfind(':') + 1));
  tracker.group.clear();
  parts->tracker = std::make_unique<NatNetSource>(
      tracker, config.robot.markers, target_leds(config), *parts->world.clock,
      NatNetSource::Options{.label = make_table_labeler(config),
                            .before_waiting = [server = parts->server.get()] { server->serve(); }});
  NatNetSource& sensor = *parts->tracker;
  return put_before(std::move(parts), sensor);
}

}  // namespace freefloat
