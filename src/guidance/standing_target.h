#pragma once

#include "guidance/chart.h"
#include "guidance/guidance_config.h"

namespace freefloat {

/// Yoshida & Umetani 1990, Eq. (11): hand velocity (p_t - p_r) / dt, here with a gain in place of 1/dt, at
/// most `max_hand_speed`, in the coordinates of `chart`.
/// @return Hand velocity in W, m/s.
Vector2 approach_standing_target(const GuidanceConfig& config, const TaskSpaceState& s, ChartKind chart);

}  // namespace freefloat
