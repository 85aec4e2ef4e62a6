#include "hal/make/make_emulated.h"

#include "hal/hal_error.h"
#include "hal/make/make_camera.h"
#include "hal/make/table_labeler.h"
#include "hal/motion_capture/emulated_natnet.h"
#include "hal/motion_capture/natnet_source.h"

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
  auto parts = std::make_shared<TrackedParts>();
  Hal hal = world;
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
  hal.camera = nullptr;
  hal.marker_sensor = parts->tracker.get();
  hal.describe_disturbances = [parts = parts.get()] {
    const auto& of_world = parts->world.describe_disturbances;
    const std::string text = of_world ? of_world() : std::string();
    const std::string of_tracker = parts->tracker->describe_refusals();
    return text + (text.empty() || of_tracker.empty() ? "" : "; ") + of_tracker;
  };
  hal.owner = std::move(parts);
  return hal;
}

}  // namespace freefloat
