#pragma once

#include <cstdint>

#include "types/joint_feedback.h"
#include "types/time.h"

namespace freefloat {

/// Turn of a joint for one comparison, rad.
inline constexpr double kComparedTurn = 0.25;

/// How far each joint has turned by its tachogenerator, held against its potentiometer over a quarter of a
/// radian at a time: a gain that is wrong, or a sensor that sticks, shows there and in no single reading.
struct TurnComparison {
  Time at{};                       ///< of the newest reading
  JointVector rates;               ///< then, rad/s; empty: nothing to compare yet
  JointVector turned;              ///< integral of the rates since the joint's comparison began, rad
  JointVector from;                ///< potentiometer then, rad
  std::uint32_t contradicted = 0;  ///< joints whose last comparison failed, a bit each
};

/// @param feedback New. @param tolerance Of the difference, as a share of the turn. @param turns Goes on.
void compare_turns(const JointFeedback& feedback, double tolerance, TurnComparison& turns);

}  // namespace freefloat
