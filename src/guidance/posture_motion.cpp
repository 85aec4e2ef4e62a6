#include "guidance/posture_motion.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kLongestMotionPause = 0.3;  // s between two steps; longer: the joints were held up
constexpr double kStill = 0.2;               // s within the tolerance at the end
constexpr double kToleranceShare = 0.5;      // of the tolerance, so that the end is judged well within it

}  // namespace

PostureStep advance_posture(const PosturePace& pace, const JointVector& joints, const JointVector& goal,
                            Time now, PostureMotion& motion) {
  double elapsed = motion.begun ? to_seconds(now - motion.last) : 0.0;
  if (!motion.begun || elapsed > kLongestMotionPause || elapsed < 0.0) {
    motion = PostureMotion{.begun = true, .from = joints};
    elapsed = 0.0;
  }
  motion.last = now;
  const JointVector way = goal - motion.from;
  const double length = way.size() > 0 ? way.lpNorm<Eigen::Infinity>() : 0.0;
  motion.along = std::min(length, motion.along + motion.speed * elapsed);
  const double left = length - motion.along;
  const double change = pace.acceleration * std::max(elapsed, 0.0);
  motion.speed = left > 0.0
                     ? std::min({motion.speed + change, pace.rate, std::sqrt(2.0 * pace.acceleration * left)})
                     : 0.0;
  PostureStep step;
  const double share = length > 0.0 ? motion.along / length : 1.0;
  const JointVector wanted = motion.from + share * way;
  step.rates = pace.gain * (wanted - joints);
  if (length > 0.0) step.rates += motion.speed / length * way;
  const bool near = (goal - joints).lpNorm<Eigen::Infinity>() <= kToleranceShare * pace.tolerance;
  motion.still_for = left <= 0.0 && near ? motion.still_for + elapsed : 0.0;
  step.arrived = motion.still_for >= kStill;
  return step;
}

}  // namespace freefloat
