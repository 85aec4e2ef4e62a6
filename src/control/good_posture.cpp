#include "control/good_posture.h"

#include <algorithm>
#include <cmath>

#include "control/resolve_rates.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kSteps = 24;  // a turn of joint 2 .. n; fewer for long arms
constexpr int kMostPostures = 200000;

/// The worst conditioning over all angles of joint 1.
double worst_sigma(const PlanarModel& model, JointVector joints) {
  double worst = 1e9;
  for (int i = 0; i < kSteps; ++i) {
    joints[0] = 2.0 * kPi * i / kSteps;
    const Posture posture = compute_posture(0.0, joints);
    const PointMotion hand = compute_hand(model, posture);
    const GeneralizedJacobian jacobian =
        compute_generalized_jacobian(hand, compute_angular_inertia(model, posture));
    worst = std::min(worst, resolve_rates({}, jacobian, Vector2::Zero(), Vector2::Zero(), 0.0).sigma_min);
  }
  return worst;
}

}  // namespace

GoodPosture find_good_posture(const PlanarModel& model, const std::vector<JointLimits>& limits) {
  const int free_joints = model.joint_count() - 1;
  int steps = kSteps;
  while (std::pow(steps, free_joints) > kMostPostures && steps > 4) --steps;
  GoodPosture best;
  best.joints = JointVector::Zero(model.joint_count());
  const auto postures = static_cast<long>(std::lround(std::pow(steps, free_joints)));
  for (long index = 0; index < postures; ++index) {
    JointVector joints = JointVector::Zero(model.joint_count());
    bool allowed = true;
    long rest = index;
    for (int j = 1; j <= free_joints; ++j, rest /= steps) {
      joints[j] = wrap_angle(2.0 * kPi * (static_cast<double>(rest % steps) + 0.5) / steps);
      const JointLimits& limit = limits[j];
      allowed = allowed && joints[j] > limit.min && joints[j] < limit.max;
    }
    if (!allowed) continue;
    const double sigma = worst_sigma(model, joints);
    if (sigma > best.sigma_min) best = {joints, sigma};
  }
  return best;
}

}  // namespace freefloat
