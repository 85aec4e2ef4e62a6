#pragma once

#include "hal/make/make_hal.h"

namespace freefloat {

/// @param first May be null. @return What both say of disturbances, a semicolon between.
std::function<std::string()> say_both(std::function<std::string()> first,
                                      std::function<std::string()> second);

/// Lets the simulated camera's pictures go through the acquisition of a real one.
/// @param config Names the emulated camera. @param world Simulated testbed that renders pictures.
/// @throws HalError when it renders none.
Hal emulate_camera(const HalConfig& config, Hal world);

/// Lets emulated motion capture see the simulated robot.
/// @param config Names the tracker. @param world Simulated testbed that tells markers.
Hal emulate_tracker(const HalConfig& config, Hal world);

}  // namespace freefloat
