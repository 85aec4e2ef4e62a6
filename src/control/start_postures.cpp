#include "control/start_postures.h"

#include <cmath>

#include "types/angle.h"

namespace freefloat {

JointVector start_posture(const JointVector& joints, int index) {
  JointVector start = joints;
  if (index == 0) return start;
  const Eigen::Index n = joints.size();
  if (n == 2) {
    constexpr double kTurns[] = {0.0, 0.8, -0.8, 1.7, -1.7, 2.8, -2.8};
    constexpr double kElbows[] = {0.7, -0.7, 1.5, -1.5, 2.4, -2.4};
    start[0] += kTurns[(index - 1) / 6];
    // The elbow's angle next to where it is now.
    start[1] += wrap_angle(kElbows[(index - 1) % 6] - joints[1]);
    return start;
  }
  // Evenly spread, near ones first.
  const double reach = kPi * (0.25 + 0.75 * index / kStartPostures);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double share = 0.5 + index * (0.7548776662466927 + 0.137 * static_cast<double>(j));
    start[j] += reach * (2.0 * (share - std::floor(share)) - 1.0);
  }
  return start;
}

}  // namespace freefloat
