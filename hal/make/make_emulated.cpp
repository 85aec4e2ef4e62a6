#include "hal/make/make_emulated.h"

#include "hal/hal_error.h"
#include "hal/make/make_camera.h"
#include "hal/make/make_tracker.h"
#include "hal/make/table_labeler.h"

namespace freefloat {

namespace {

/// The emulated camera, and the simulated testbed before it.
struct EmulatedParts {
  Hal world;
  std::unique_ptr<DeviceCamera> camera;
};

/// Motion capture that sees the simulated robot.
struct TrackedParts {
  Hal world;
  Tracker tracker;
};

}  // namespace

std::function<std::string()> say_both(std::function<std::string()> first,
                                      std::function<std::string()> second) {
  return [first = std::move(first), second = std::move(second)] {
    const std::string said = first ? first() : std::string();
    const std::string more = second();
    return said + (said.empty() || more.empty() ? "" : "; ") + more;
  };
}

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
  hal.describe_disturbances = say_both(hal.describe_disturbances, [camera = parts->camera.get()] {
    return describe_complaints(camera->health());
  });
  hal.owner = std::move(parts);
  return hal;
}

Hal emulate_tracker(const HalConfig& config, Hal world) {
  auto parts = std::make_shared<TrackedParts>();
  parts->world = std::move(world);
  TrackedScene scene{.robot = config.robot.markers,
                     .target = target_leds(config),
                     .marker_count = count_markers(config),
                     .label = make_table_labeler(config)};
  parts->tracker = make_emulated_tracker(*config.hardware.camera, std::move(scene),
                                         *parts->world.marker_sensor, *parts->world.clock);
  Hal hal = parts->world;
  hal.camera = nullptr;
  hal.marker_sensor = parts->tracker.sensor;
  hal.describe_disturbances = say_both(hal.describe_disturbances, parts->tracker.describe_refusals);
  hal.owner = std::move(parts);
  return hal;
}

}  // namespace freefloat
