#include "spatial/answers/tree_answer.h"

#include "spatial/formulations/explicit_lagrangian.h"
#include "spatial/tree/forward_dynamics.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/mass_matrix.h"
#include "spatial/tree/tree_generalized_jacobian.h"
#include "spatial/tree/tree_jacobian.h"

namespace freefloat {

namespace {

/// Everything that the answers rest on, for one state.
struct Evaluation {
  Evaluation(const TreeModel& tree, const TreeQuestion& question)
      : model(tree), state(question.state), posture(tree), motion(tree), inertia(tree) {
    compute_posture(model, state, posture);
    compute_inertia(model, posture, inertia);
    if (question.momentum_zero) {
      const Vector6 twist = base_twist_for_momentum(model, inertia, state.joint_rates, Vector6::Zero());
      state.v_WB = twist.head<3>();
      state.w_WB = twist.tail<3>();
      constrain_base(model, state);
    }
    compute_motion(model, posture, state, motion);
  }

  const TreeModel& model;
  TreeState state;
  TreePosture posture;
  TreeMotion motion;
  TreeInertia inertia;
};

/// @return Q of the question: the wrench on the base as far as it can move, and the joints' torques.
Eigen::VectorXd generalized_forces(const TreeModel& model, const TreeQuestion& question) {
  const Vector6 wrench = join(question.base_force, question.base_moment);
  Eigen::VectorXd forces(model.velocity_count());
  for (int i = 0; i < model.base_freedoms(); ++i) forces[i] = wrench[model.base_component(i)];
  forces.tail(model.joint_count()) = question.torques;
  return forces;
}

void add_motion(OrderedJson& answer, const Evaluation& at) {
  const TreeTotals totals = compute_totals(at.model, at.posture, at.motion);
  answer["base_velocity_m_s"] = to_array(at.state.v_WB);
  answer["base_angular_velocity_rad_s"] = to_array(at.state.w_WB);
  answer["kinetic_energy_j"] = totals.kinetic_energy;
  answer["potential_energy_j"] = totals.potential_energy;
  answer["linear_momentum_ns"] = to_array(totals.linear_momentum);
  answer["angular_momentum_nms"] = to_array(totals.angular_momentum);
  answer["angular_momentum_about_base_nms"] = to_array(totals.angular_momentum_base);
}

void add_end_points(OrderedJson& answer, const Evaluation& at, bool moving) {
  OrderedJson points = OrderedJson::object();
  TreeInertia work(at.model);
  TreeGeneralizedJacobian generalized(at.model);
  TreeGeneralizedJacobian rate(at.model);
  Matrix6X jacobian(6, at.model.velocity_count());
  for (int i = 0; i < at.model.end_point_count(); ++i) {
    const EndPoint& end = at.model.end_point(i);
    const Vector3 p_OX = end_point_from_base(at.model, at.posture, i);
    const Pose pose = end_point_pose(at.model, at.posture, i);
    compute_end_point_jacobian(at.model, at.posture, i, jacobian);
    compute_generalized_jacobian(at.model, at.posture, at.inertia, i, generalized);
    OrderedJson point;
    point["position_m"] = to_array(pose.position);
    point["rotation"] = to_rows(pose.rotation);
    point["jacobian"] = to_rows(jacobian);
    point["generalized_jacobian"] = to_rows(generalized.matrix);
    point["generalized_jacobian_determinant"] = nullptr;
    if (const auto determinant = generalized_determinant(at.model, generalized))
      point["generalized_jacobian_determinant"] = *determinant;
    point["base_response"] = to_rows(generalized.base_response);
    if (moving) {
      const Vector6 twist = point_twist(at.motion, end.body, p_OX);
      point["velocity_m_s"] = to_array(Vector3(twist.head<3>()));
      point["angular_velocity_rad_s"] = to_array(Vector3(twist.tail<3>()));
      compute_point_jacobian_rate(at.model, at.posture, at.motion, end.body, p_OX, jacobian);
      compute_generalized_jacobian_rate(at.model, at.posture, at.motion, at.inertia, end.body, p_OX,
                                        generalized, work, rate);
      point["jacobian_rate"] = to_rows(jacobian);
      point["generalized_jacobian_rate"] = to_rows(rate.matrix);
    }
    points[end.name] = std::move(point);
  }
  answer["end_points"] = std::move(points);
}

void add_inverse_dynamics(OrderedJson& answer, const Evaluation& at, const TreeQuestion& question) {
  const Eigen::VectorXd& wanted = *question.joint_accelerations;
  TreeForces work(at.model);
  Eigen::VectorXd accelerations = Eigen::VectorXd::Zero(at.model.velocity_count());
  accelerations.tail(at.model.joint_count()) = wanted;
  Eigen::VectorXd held(at.model.velocity_count());
  compute_inverse_dynamics(at.model, at.posture, at.motion, accelerations, work, held);
  answer["forces_with_unaccelerated_base"] = to_array(held);
  Eigen::VectorXd floating(at.model.joint_count());
  Vector6 base;
  compute_floating_inverse_dynamics(at.model, at.posture, at.motion, at.inertia, wanted,
                                    join(question.base_force, question.base_moment), work, floating, base);
  answer["torques_with_answering_base_nm"] = to_array(floating);
  answer["base_acceleration_m_s2"] = to_array(Vector3(base.head<3>()));
  answer["base_angular_acceleration_rad_s2"] = to_array(Vector3(base.tail<3>()));
}

bool is_explicit_lagrangian(const TreeParameters& tree) {
  return tree.base_kind == BaseKind::kFree && tree.base.mass_centre.isZero(0.0) && tree.gravity.isZero(0.0);
}

void add_lagrangian(OrderedJson& answer, const Evaluation& at, const TreeQuestion& question) {
  const TreeParameters& tree = at.model.parameters();
  const int n = at.model.joint_count();
  Eigen::VectorXd q(6 + n);
  Eigen::VectorXd rates(6 + n);
  const Vector3 w_body = at.state.R_WB.transpose() * at.state.w_WB;
  q << at.state.p_WB, question.euler, at.state.joints;
  rates << at.state.v_WB, euler_rate_matrix(*question.sequence, question.euler).partialPivLu().solve(w_body),
      at.state.joint_rates;
  const ExplicitLagrangian dynamics = compute_explicit_lagrangian(tree, *question.sequence, q, rates);
  Eigen::VectorXd forces(6 + n);
  forces << at.state.R_WB.transpose() * question.base_force, at.state.R_WB.transpose() * question.base_moment,
      question.torques;
  OrderedJson lagrangian;
  lagrangian["q"] = to_array(q);
  lagrangian["q_rate"] = to_array(rates);
  lagrangian["H"] = to_rows(dynamics.H);
  lagrangian["C"] = to_array(dynamics.C);
  lagrangian["J_Q"] = to_rows(dynamics.J_Q);
  lagrangian["q_acceleration"] = to_array(solve_accelerations(dynamics, forces));
  for (int i = 0; i < at.model.end_point_count(); ++i) {
    const TaskJacobian task = compute_task_jacobian(tree, *question.sequence, q, rates, i);
    lagrangian["J_C"][at.model.end_point(i).name] = to_rows(task.J_C);
    lagrangian["J_C_rate"][at.model.end_point(i).name] = to_rows(task.J_C_rate);
  }
  answer["lagrangian"] = std::move(lagrangian);
}

}  // namespace

OrderedJson answer_tree_question(const TreeModel& model, const TreeQuestion& question) {
  const Evaluation at(model, question);
  const TreeTotals totals = compute_totals(model, at.posture, at.motion);
  OrderedJson answer;
  answer["joints"] = OrderedJson::array();
  for (const TreeLink& link : model.parameters().links) answer["joints"].push_back(link.joint.name);
  answer["mass_kg"] = totals.mass;
  answer["mass_centre_m"] = to_array(totals.p_WG);

  Eigen::MatrixXd matrix(model.velocity_count(), model.velocity_count());
  compute_mass_matrix(model, at.posture, at.inertia, matrix);
  TreeForces work(model);
  Eigen::VectorXd terms(model.velocity_count());
  compute_velocity_terms(model, at.posture, at.motion, work, terms);
  answer["inertia_matrix"] = to_rows(matrix);
  answer["velocity_terms"] = to_array(terms);
  compute_gravity_terms(model, at.posture, work, terms);
  answer["gravity_terms"] = to_array(terms);
  ArticulatedBodies bodies(model);
  compute_forward_dynamics(model, at.posture, at.motion, generalized_forces(model, question), bodies, terms);
  answer["accelerations"] = to_array(terms);

  if (question.has_rates) add_motion(answer, at);
  if (question.joint_accelerations) add_inverse_dynamics(answer, at, question);
  add_end_points(answer, at, question.has_rates);
  if (question.sequence && is_explicit_lagrangian(model.parameters())) add_lagrangian(answer, at, question);
  require_finite(answer);
  return answer;
}

}  // namespace freefloat
