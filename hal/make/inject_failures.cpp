#include "hal/make/inject_failures.h"

#include "hal/injection/failing_link.h"
#include "hal/injection/failing_sight.h"

namespace freefloat {

namespace {

/// Outlives what it is put before.
struct FailingParts {
  std::shared_ptr<void> owner;
  std::optional<FailingLink> link;
  std::optional<FailingCamera> camera;
  std::optional<FailingMarkers> markers;
};

}  // namespace

Hal inject_failures(Hal hal, std::span<const ScheduledFault> faults, std::uint64_t seed, bool sight) {
  if (faults.empty()) return hal;
  std::vector<ScheduledFault> drawn(faults.begin(), faults.end());
  draw_faults(drawn, seed);
  auto parts = std::make_shared<FailingParts>();
  parts->owner = std::move(hal.owner);
  if (hal.link != nullptr) hal.link = &parts->link.emplace(*hal.link, drawn);
  if (sight && hal.camera != nullptr) hal.camera = &parts->camera.emplace(*hal.camera, drawn);
  if (sight && hal.marker_sensor != nullptr)
    hal.marker_sensor = &parts->markers.emplace(*hal.marker_sensor, drawn);
  hal.owner = std::move(parts);
  return hal;
}

}  // namespace freefloat
