#pragma once

#include <string>

#include "types/state_estimate.h"

namespace freefloat {

/// @param compared Both ways of one instant.
/// @param tolerance rad; whole turns do not count, LEDs cannot see them.
/// @return Whether any joint's potentiometer and LEDs are further apart; false when nothing was compared.
bool joints_disagree(const JointComparison& compared, double tolerance) noexcept;

/// Names the joints that disagree, what both ways tell, and what would explain it: two potentiometers that
/// are exchanged, or one that counts the other way. For people; not for use in a cycle.
/// @return Empty when they agree.
std::string explain_joint_disagreement(const JointComparison& compared, double tolerance);

}  // namespace freefloat
