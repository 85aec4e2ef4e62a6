#pragma once

#include "hal/make/make_hal.h"

namespace freefloat {

/// Gives a testbed what tells its target apart from the robot.
/// @param config Names the target's source: real, or emulated before the world's `target_sensor`.
/// @param world Everything else. @return Whose `target_sensor` tells frames with the robot's LEDs, none of
/// them seen, and the target's.
/// @throws HalError when the source cannot be reached.
Hal add_target_source(const HalConfig& config, Hal world);

}  // namespace freefloat
