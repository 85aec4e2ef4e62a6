#pragma once

#include <vector>

#include "hal/make/make_hal.h"
#include "hal/table_spots.h"

namespace freefloat {

/// @return The target's LEDs from its grapple point, m; none without a target.
std::vector<Vector2> target_leds(const HalConfig& config);

/// @return LEDs of robot and target.
int count_markers(const HalConfig& config);

/// Our labeler, for trackers that tell spots.
TableLabeler make_table_labeler(const HalConfig& config);

}  // namespace freefloat
