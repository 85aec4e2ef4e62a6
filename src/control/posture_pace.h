#pragma once

#include <algorithm>

#include "control/control_setup.h"
#include "guidance/posture_motion.h"

namespace freefloat {

/// How fast the joints go to a posture.
/// @param config Their limits. @param rate Wished of the joint that moves farthest, rad/s; 0: as fast as may
/// be.
/// @param tolerance Within which each joint has arrived, rad.
inline PosturePace posture_pace(const ControllerConfig& config, double rate, double tolerance) {
  constexpr double kGain = 2.0;   // 1/s
  constexpr double kShare = 0.9;  // of the rate limit: the rest is for the feedback
  const double most = kShare * joint_rate_limit(config);
  return {rate > 0.0 ? std::min(rate, most) : most, config.hold_deceleration, kGain, tolerance};
}

}  // namespace freefloat
