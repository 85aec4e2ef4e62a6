#pragma once

#include "types/joint_vector.h"

namespace freefloat {

/// So many postures a search for a meeting begins in.
inline constexpr int kStartPostures = 43;

/// @param joints Now, rad. @param index Below kStartPostures.
/// @return Posture in which the search begins, rad; the first one is that of now.
JointVector start_posture(const JointVector& joints, int index);

}  // namespace freefloat
