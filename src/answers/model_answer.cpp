#include "answers/model_answer.h"

#include "model/generalized_jacobian.h"
#include "model/guaranteed_workspace.h"

namespace freefloat {

namespace {

void add_kinematics(OrderedJson& answer, const ModelSubject& subject, const Posture& posture) {
  const PointMotion hand = compute_hand(subject.model, posture);
  const AngularInertia inertia = compute_angular_inertia(subject.model, posture);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(hand, inertia);
  Eigen::Vector3d by_attitude;
  by_attitude << hand.by_attitude(), 1.0;
  HandJacobian by_joints(3, subject.model.joint_count());
  by_joints << hand.by_joints(), JointVector::Ones(subject.model.joint_count()).transpose();
  answer["jacobian_satellite"] = to_array(by_attitude);
  answer["jacobian_manipulator"] = to_rows(by_joints);
  answer["inertia_satellite"] = inertia.satellite;
  answer["inertia_manipulator"] = to_array(inertia.joints);
  answer["generalized_jacobian"] = to_rows(jacobian.matrix);
  answer["generalized_jacobian_determinant"] = nullptr;
  if (subject.model.joint_count() == 2) {
    const auto& j = jacobian.matrix;
    answer["generalized_jacobian_determinant"] = j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0);
  }
  answer["satellite_rate_per_joint_rate"] = to_array(jacobian.satellite_rate);
}

OrderedJson to_json(const Annulus& annulus) {
  return annulus.empty() ? OrderedJson() : OrderedJson{annulus.inner, annulus.outer};
}

void add_workspace(OrderedJson& answer, const ModelSubject& subject) {
  answer["link_coefficients_m"] = to_array(link_coefficients(subject.model));
  answer["guaranteed_workspace_radius_m"] = guaranteed_workspace_radius(subject.model);
  answer["singularity_free_annulus_m"] = to_json(subject.annulus);
  answer["any_attitude_annulus_m"] = to_json(any_attitude_annulus(subject.model));
  answer["reachable_annulus_m"] = to_json(reachable_annulus(subject.model));
}

}  // namespace

ModelSubject::ModelSubject(const RobotParameters& robot)
    : model(robot), annulus(compute_singularity_free_annulus(model)) {}

OrderedJson answer_model_state(const ModelSubject& subject, const ModelState& state) {
  const PlanarModel& model = subject.model;
  const RobotState full = complete_state(model, state);
  const Posture posture = compute_posture(full.theta_WB, full.joints);
  const BodyVector rates = compute_body_rates(full.w_WB, full.joint_rates);
  const PointMotion hand = compute_hand(model, posture);
  const MotionTotals totals = compute_motion_totals(model, posture, full);

  OrderedJson answer;
  answer["joints"] = OrderedJson::array();
  for (int i = 1; i <= model.joint_count(); ++i) answer["joints"].push_back("joint_" + std::to_string(i));
  answer["hand_position_m"] = to_array(Vector2(totals.p_WG + hand.p_GX));
  answer["hand_angle_rad"] = full.theta_WB + full.joints.sum();
  answer["mass_centre_m"] = to_array(totals.p_WG);
  add_kinematics(answer, subject, posture);
  add_workspace(answer, subject);
  answer["inertia_matrix"] = to_rows(compute_inertia_matrix(model, posture));
  answer["velocity_terms"] = to_array(compute_velocity_terms(model, posture, rates));
  answer["accelerations"] =
      to_array(compute_accelerations(model, posture, rates, state.torques, state.base_wrench));
  if (state.has_rates()) {
    answer["hand_velocity_m_s"] = to_array(Vector2(totals.v_WG + hand.by_body * rates));
    answer["kinetic_energy_j"] = totals.kinetic_energy;
    answer["linear_momentum_ns"] = to_array(totals.linear_momentum);
    answer["angular_momentum_nms"] = totals.angular_momentum;
  }
  require_finite(answer);
  return answer;
}

}  // namespace freefloat
