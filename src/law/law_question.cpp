#include "law/law_question.h"

#include <algorithm>

#include "control/arm_state.h"
#include "model/generalized_jacobian.h"

namespace freefloat {

namespace {

void put(const Vector2& from, double (&to)[2]) {
  std::copy_n(from.data(), 2, to);
}

template <class Joints>
void put_joints(const Joints& from, double (&to)[FF_LAW_MAX_JOINTS]) {
  static_assert(FF_LAW_MAX_JOINTS == kMaxJoints);
  for (Eigen::Index j = 0; j < from.size(); ++j) to[j] = from[j];
}

}  // namespace

std::optional<ff_law_question> make_law_question(const ControlSetup& setup, const CycleInput& input,
                                                 const CycleOutput& output) {
  const StateEstimate& estimate = output.estimate;
  if (output.state != SupervisorState::kActive || !is_capture(input.op.task) || !estimate.valid)
    return std::nullopt;
  if (output.guidance.status == TaskStatus::kDone) return std::nullopt;
  const bool moving = input.op.task == Task::kCaptureMoving;
  const PlanarModel& model = setup.unloaded();
  const double period = to_seconds(setup.config.period);
  const JointVector& rates = output.command.rates;

  ArmState arm = arm_state(estimate);
  move_arm(model, rates, period, arm);
  const Posture posture = compute_posture(arm.theta_WB, arm.joints);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
  const Vector2 v_WG = estimate.linear_momentum / model.total_mass();
  const Vector2 p_WG = estimate.p_WG + period * v_WG;
  const Vector2 by_momentum = jacobian.by_momentum.head<2>();
  const Vector2 v_WT = moving ? estimate.target.v_WT : Vector2(Vector2::Zero());
  const PointJacobian position = jacobian.position();

  ff_law_question question{};
  question.version = FF_LAW_VERSION;
  question.joint_count = static_cast<std::uint32_t>(model.joint_count());
  question.moving = moving ? 1 : 0;
  question.time_s = to_seconds(estimate.at.time_since_epoch()) + period;
  question.period_s = period;
  question.max_joint_rate_rad_s = setup.config.max_joint_rate;
  if (setup.workspace.outer > setup.workspace.inner) {
    question.annulus_m[0] = setup.workspace.inner;
    question.annulus_m[1] = setup.workspace.outer;
  }
  question.attitude_rad = arm.theta_WB;
  put_joints(arm.joints, question.joints_rad);
  put_joints(rates, question.joint_rates_rad_s);
  put(p_WG, question.mass_centre_m);
  put(v_WG, question.mass_centre_m_s);
  question.angular_momentum_nms = arm.angular_momentum;
  put(p_WG + compute_hand(model, posture).p_GX, question.hand_m);
  put(v_WG + position * rates + by_momentum * arm.angular_momentum, question.hand_m_s);
  put(estimate.target.p_WT + period * v_WT, question.target_m);
  put(v_WT, question.target_m_s);
  put_joints(position.row(0), question.jacobian_m[0]);
  put_joints(position.row(1), question.jacobian_m[1]);
  put(by_momentum, question.hand_by_momentum);
  return question;
}

}  // namespace freefloat
