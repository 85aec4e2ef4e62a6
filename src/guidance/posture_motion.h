#pragma once

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// The memory of a motion of all joints to a posture.
struct PostureMotion {
  bool begun = false;
  Time last{};             ///< of the last step
  JointVector from;        ///< joints at its begin, rad
  double along = 0.0;      ///< way of the joint that moves farthest, rad
  double speed = 0.0;      ///< of that joint, rad/s
  double still_for = 0.0;  ///< s at the end of the way
};

/// How fast it goes.
struct PosturePace {
  double rate = 0.0;          ///< of the joint that moves farthest, rad/s
  double acceleration = 0.0;  ///< of the same, rad/s^2
  double gain = 0.0;          ///< of the position feedback, 1/s
  double tolerance = 0.0;     ///< within which each joint has arrived, rad
};

/// Where a motion to a posture stands.
struct PostureStep {
  JointVector rates;  ///< rad/s, not yet limited
  bool arrived = false;
};

/// One cycle of a motion straight to a posture, all joints arriving together, with a trapezoid of speed and
/// position feedback. Ended within the tolerance, at rest.
/// @param pace Of the joints.
/// @param joints Now, rad. @param goal rad, the same length. @param now The time that `joints` holds for.
/// @param motion Goes on.
PostureStep advance_posture(const PosturePace& pace, const JointVector& joints, const JointVector& goal,
                            Time now, PostureMotion& motion);

}  // namespace freefloat
