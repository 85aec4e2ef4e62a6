#pragma once

#include <cstdint>

#include "guidance/posture_motion.h"
#include "model/motion_limits.h"
#include "model/planar_model.h"
#include "types/cycle.h"

namespace freefloat {

enum class DetumbleMode : std::uint8_t {
  kLook,  ///< the joints rest: what momentum has the whole?
  kMove,  ///< to a posture in which it turns slowly enough
  kRest,  ///< the joints rest there, and the rate is measured
  kDone,
};

/// The memory of a detumbling.
struct DetumbleState {
  DetumbleMode mode = DetumbleMode::kLook;
  bool begun = false;
  JointVector goal;  ///< rad
  PostureMotion motion;
  Time since{};                ///< of the mode's begin
  Time from{};                 ///< since then the rate is measured
  double from_attitude = 0.0;  ///< of the satellite at that time, rad
  double begin_rate = 0.0;     ///< rad/s, as are the others
  double dictated_rate = 0.0;
  double least_rate = 0.0;
  double measured_rate = 0.0;
};

/// Robot, limits and pace.
struct DetumbleSetup {
  const PlanarModel& model;  ///< of the robot with all that it holds
  const MotionLimits& limits;
  PosturePace pace;
};

/// A posture and what the momentum leaves of rotation in it.
struct SlowPosture {
  JointVector joints;  ///< rad
  double rate = 0.0;   ///< of the whole, L / I, rad/s
};

/// Nothing of a free robot takes angular momentum away: with the joints at rest the whole turns at L / I. The
/// arm can only make I larger: joints 2 .. n are turned towards the stretched arm, as little as is needed.
/// @param setup Limits of joints, satellite and table are kept on the way there.
/// @param estimate The newest; L of it is kept.
/// @param most_rate Wanted at most, rad/s.
/// @param[out] least With the arm stretched as far as the limits let it.
/// @return Where the whole turns no faster, or, where that cannot be, the slowest there is.
SlowPosture find_slow_posture(const DetumbleSetup& setup, const StateEstimate& estimate, double most_rate,
                              SlowPosture& least);

/// One cycle of detumbling: the joints come to rest in a posture in which the whole turns no faster than
/// wanted, or as slowly as its momentum allows; then the rate is measured.
/// @param setup Robot, limits and pace. @param most_rate Wanted at most, rad/s. @param estimate The newest.
/// @param state The memory; goes on.
/// @param guidance Status and numbers are set.
/// @return Joint rates, rad/s, not yet limited.
JointVector follow_detumble(const DetumbleSetup& setup, double most_rate, const StateEstimate& estimate,
                            DetumbleState& state, GuidanceOutput& guidance);

}  // namespace freefloat
