#include "control/follow_plan.h"

#include <cmath>

namespace freefloat {

namespace {

constexpr double kUnfoldGain = 1.5;       // 1/s
constexpr double kUnfoldedMargin = 0.04;  // m inside the annulus where unfolding ends
constexpr double kUnfoldedAngle = 0.1;    // rad from the good posture where it ends at the latest

/// Joints 2 .. n towards the good posture or its mirror image.
JointVector unfolding_rates(const GoodPosture& good, double elbow, const JointVector& joints) {
  const Eigen::Index rest = joints.size() - 1;
  JointVector rates = JointVector::Zero(joints.size());
  rates.tail(rest) = kUnfoldGain * (elbow * good.joints.tail(rest) - joints.tail(rest));
  return rates;
}

}  // namespace

Followed follow_plan(const FollowSetup& setup, const Situation& situation, const ArmState& arm, Time now,
                     CapturePlan& plan) {
  const Posture posture = compute_posture(arm.theta_WB, arm.joints);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(*setup.model, posture);
  Followed followed;
  followed.lead = lead_hand(setup.lead, situation, now, plan);
  followed.resolved =
      resolve_rates(setup.damping, jacobian, followed.lead.v_WE, situation.v_WG, arm.angular_momentum);
  const bool unfolding = plan.unfold;
  if (unfolding) {
    followed.resolved.raw = unfolding_rates(*setup.good_posture, plan.elbow, arm.joints);
    const double radius = (situation.p_WE - situation.p_WG).norm();
    const Eigen::Index rest = arm.joints.size() - 1;
    const bool right_side =
        plan.elbow * setup.good_posture->joints.tail(rest).dot(arm.joints.tail(rest)) > 0.0;
    plan.unfold = !(right_side && setup.lead.workspace.contains(radius, kUnfoldedMargin)) &&
                  followed.resolved.raw.norm() > kUnfoldGain * kUnfoldedAngle;
  }
  const LimitedRates limited = scale_to_limit(followed.resolved.raw, setup.max_joint_rate, setup.rate_norm);
  followed.resolved.limited = limited.rates;
  followed.resolved.scale = limited.scale;
  followed.v_WE_commanded = situation.v_WG + jacobian.by_momentum.head<2>() * arm.angular_momentum +
                            jacobian.position() * limited.rates;
  const bool as_wanted = !unfolding && limited.scale == 1.0 && followed.resolved.damping == 0.0 &&
                         setup.model->joint_count() > 1;
  followed.v_WE_next = as_wanted ? followed.lead.v_WE_end : followed.v_WE_commanded;
  return followed;
}

}  // namespace freefloat
