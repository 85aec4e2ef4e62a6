#pragma once

#include <vector>

#include "hal/make/make_hal.h"
#include "hal/table_spots.h"

namespace freefloat {

/// @return The first target's LEDs from its grapple point, m; none without a target.
std::vector<Vector2> leds_of_first_target(const HalConfig& config);

/// @return Those that whoever sees the robot sees too: none where the target has a source of its own.
std::vector<Vector2> target_leds(const HalConfig& config);

/// @return LEDs of all targets.
int count_target_leds(const HalConfig& config);

/// @return LEDs of the robot, and of the targets where they have no source of their own.
int count_markers(const HalConfig& config);

/// Our labeler, for trackers that tell spots.
TableLabeler make_table_labeler(const HalConfig& config);

}  // namespace freefloat
