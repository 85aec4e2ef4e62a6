#include "control/arm_state.h"

#include "model/momentum.h"
#include "model/posture.h"

namespace freefloat {

ArmState arm_state(const StateEstimate& estimate) {
  return {estimate.robot.theta_WB, estimate.robot.joints, estimate.angular_momentum};
}

void move_arm(const PlanarModel& model, const JointVector& rates, double step, ArmState& arm) {
  const auto rate = [&](double theta, const JointVector& joints) {
    return satellite_rate(compute_angular_inertia(model, compute_posture(theta, joints)), rates,
                          arm.angular_momentum);
  };
  const double half = arm.theta_WB + 0.5 * step * rate(arm.theta_WB, arm.joints);
  arm.theta_WB += step * rate(half, arm.joints + 0.5 * step * rates);
  arm.joints += step * rates;
}

}  // namespace freefloat
