#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hal/make/make_hal.h"
#include "hal/table_spots.h"

namespace freefloat {

/// What a tracker is to know of the LEDs that it tells.
struct TrackedScene {
  std::vector<MarkerParameters> robot;
  std::vector<Vector2> target;  ///< LEDs of the one target that a tracker follows, from its grapple point, m
  std::optional<int> marker_count = std::nullopt;  ///< of datagrams: LEDs in each; nothing: any number
  TableLabeler label = {};                         ///< for spots that belong to no LED yet
};

/// A tracker at work, and what it is made of.
struct Tracker {
  std::shared_ptr<void> owner;
  MarkerSensor* sensor = nullptr;
  std::function<std::string()> describe_refusals;
  std::function<MarkerPathHealth()> path_health;  ///< of datagrams; else null
};

/// @param source Tells markers and is not emulated. @param clock The run's; outlives the tracker.
/// @throws HalError when it cannot be reached, or a name in it is not known.
Tracker make_tracker(const MarkerSourceConfig& source, TrackedScene scene, Clock& clock);

/// Lets emulated motion capture see a simulated world.
/// @param source An emulated tracker. @param world Its LEDs, the robot's first, then the target's; outlives
/// the tracker, as does the clock.
Tracker make_emulated_tracker(const MarkerSourceConfig& source, TrackedScene scene, MarkerSensor& world,
                              Clock& clock);

}  // namespace freefloat
