#include "control/capture_step.h"

#include "control/resolve_rates.h"

namespace freefloat {

namespace {

constexpr double kTurnGain = 1.5;         // of the hand's angle, times that of its position
constexpr double kUnfoldGain = 1.5;       // 1/s
constexpr double kUnfoldedMargin = 0.04;  // m inside the annulus where unfolding ends
constexpr double kUnfoldedAngle = 0.1;    // rad from the good posture where it ends at the latest

}  // namespace

TaskSpaceState task_space_state(const StateEstimate& estimate, const Vector2& v_WE, const PlanarModel& robot,
                                bool moving) {
  const TargetEstimate& target = estimate.target;
  TaskSpaceState task{estimate.p_WE, v_WE,
                      target.p_WT,   moving ? target.v_WT : Vector2(Vector2::Zero()),
                      estimate.p_WG, estimate.linear_momentum / robot.total_mass()};
  if (moving && target.turns) {
    task.p_CT = target.p_WT - target.p_WC;
    task.w_WT = target.w_WT;
  }
  return task;
}

std::optional<ApproachLine> approach_line(const ControlSetup& setup, const StateEstimate& estimate, Time at,
                                          bool moving) {
  const Approach* approach = setup.approach();
  if (approach == nullptr) return std::nullopt;
  return lay_approach(*approach, estimate, at, moving);
}

void turn_hand(const ControlSetup& setup, const ApproachLine& line, const ArmState& arm,
               const GeneralizedJacobian& jacobian, Time now, ResolvedRates& resolved) {
  if (!line.turns_hand) return;
  const ControllerConfig& config = setup.config;
  const double w_WE = turn_along(line, kTurnGain * config.guidance.position_gain, hand_angle(arm), now);
  resolve_hand_turn(jacobian, w_WE, arm.angular_momentum, joint_rate_limit(config), resolved);
}

JointVector unfold_arm(const ControlSetup& setup, const TaskSpaceState& s, const JointVector& joints,
                       CapturePlan& plan) {
  const Eigen::Index rest = joints.size() - 1;
  const JointVector& good = setup.good_posture.joints;
  JointVector rates = JointVector::Zero(joints.size());
  rates.tail(rest) = kUnfoldGain * (plan.elbow * good.tail(rest) - joints.tail(rest));
  const double radius = (s.p_WE - s.p_WG).norm();
  const bool right_side = plan.elbow * good.tail(rest).dot(joints.tail(rest)) > 0.0;
  plan.unfold = !(right_side && setup.workspace.contains(radius, kUnfoldedMargin)) &&
                rates.norm() > kUnfoldGain * kUnfoldedAngle;
  return rates;
}

Vector2 next_hand_velocity(const TaskSpaceState& s, const ArmState& arm, const GeneralizedJacobian& jacobian,
                           const HandVelocity& lead, const ResolvedRates& resolved, bool unfolding) {
  const bool as_led = !unfolding && resolved.scale == 1.0 && resolved.damping == 0.0 && arm.joints.size() > 1;
  if (as_led) return lead.end;
  return s.v_WG + jacobian.by_momentum.head<2>() * arm.angular_momentum +
         jacobian.position() * resolved.limited;
}

}  // namespace freefloat
