#include "spatial/formulations/natural_orthogonal_complement.h"

#include <Eigen/Cholesky>
#include <stdexcept>

#include "algebra/dense_solvers.h"
#include "spatial/formulations/dense_product.h"

namespace freefloat {

namespace {

/// (omega; c') of a point at `point` moving with `velocity`, for a rate of 1 of the joint of `joint`.
Vector6 joint_column(const BodyFrames::Body& joint, const Vector3& point) {
  if (joint.kind == JointKind::kPrismatic) return join(Vector3::Zero(), joint.axis);
  return join(joint.axis, joint.axis.cross(point - joint.origin));
}

Vector6 joint_column_rate(const BodyFrames::Body& joint, const Vector3& point, const Vector3& velocity) {
  const Vector3 axis_rate = joint.w.cross(joint.axis);
  if (joint.kind == JointKind::kPrismatic) return join(Vector3::Zero(), axis_rate);
  return join(axis_rate, axis_rate.cross(point - joint.origin) + joint.axis.cross(velocity - joint.v_origin));
}

/// T_s, T_m and their rates, body by body: Eqs. (34), (35) used from the base outwards.
void fill_twists(const TreeParameters& tree, NaturalOrthogonalComplement& noc) {
  const auto& bodies = noc.frames.bodies;
  const int n = tree.joint_count();
  noc.T_s = noc.T_s_rate = Eigen::MatrixXd::Zero(6 * (n + 1), 6);
  noc.T_m = noc.T_m_rate = Eigen::MatrixXd::Zero(6 * (n + 1), n);
  for (int i = 0; i <= n; ++i) {
    const BodyFrames::Body& body = bodies[i];
    noc.T_s.block<6, 6>(6 * i, 0).setIdentity();
    noc.T_s.block<3, 3>(6 * i + 3, 0) = -skew(body.mass_centre - bodies[0].mass_centre);
    noc.T_s_rate.block<3, 3>(6 * i + 3, 0) = -skew(body.v_mass_centre - bodies[0].v_mass_centre);
    for (int j = i; j > 0; j = bodies[j].parent) {
      const BodyFrames::Body& joint = bodies[j];
      noc.T_m.block<6, 1>(6 * i, j - 1) = joint_column(joint, body.mass_centre);
      noc.T_m_rate.block<6, 1>(6 * i, j - 1) = joint_column_rate(joint, body.mass_centre, body.v_mass_centre);
    }
  }
}

/// A of Eq. (40), six rows a joint. For a prismatic joint the bodies turn alike and shift along the axis
/// only.
Eigen::MatrixXd constraint_matrix(const BodyFrames& frames) {
  const int n = static_cast<int>(frames.bodies.size()) - 1;
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(6 * n, 6 * (n + 1));
  for (int j = 1; j <= n; ++j) {
    const BodyFrames::Body& body = frames.bodies[j];
    const int i = body.parent;
    const Vector3 r = body.origin - frames.bodies[i].mass_centre;  // r_i
    const Vector3 b = body.mass_centre - body.origin;              // b_j
    const int row = 6 * (j - 1);
    const Matrix3 e = skew(body.axis);
    if (body.kind == JointKind::kRevolute) {
      a.block<3, 3>(row, 6 * i) = -e;
      a.block<3, 3>(row, 6 * j) = e;
      a.block<3, 3>(row + 3, 6 * i) = skew(r);
      a.block<3, 3>(row + 3, 6 * i + 3) = -Matrix3::Identity();
      a.block<3, 3>(row + 3, 6 * j) = skew(b);
      a.block<3, 3>(row + 3, 6 * j + 3) = Matrix3::Identity();
    } else {
      a.block<3, 3>(row, 6 * i) = -Matrix3::Identity();
      a.block<3, 3>(row, 6 * j) = Matrix3::Identity();
      a.block<3, 3>(row + 3, 6 * i) = e * skew(r + b);
      a.block<3, 3>(row + 3, 6 * i + 3) = -e;
      a.block<3, 3>(row + 3, 6 * j + 3) = e;
    }
  }
  return a;
}

}  // namespace

NaturalOrthogonalComplement compute_orthogonal_complement(const TreeParameters& tree,
                                                          const BodyMotion& motion) {
  if (tree.base_kind != BaseKind::kFree || !tree.gravity.isZero(0.0)) {
    throw std::invalid_argument(
        "the natural orthogonal complement of Saha (1993) is that of a free base without gravity");
  }
  const int n = tree.joint_count();
  NaturalOrthogonalComplement noc;
  BodyMotion placed = motion;
  placed.v_WB.setZero();
  placed.w_WB.setZero();
  noc.frames = compute_body_frames(tree, placed);
  fill_twists(tree, noc);
  noc.M = noc.W = Eigen::MatrixXd::Zero(6 * (n + 1), 6 * (n + 1));
  for (int i = 0; i <= n; ++i) {
    const BodyFrames::Body& body = noc.frames.bodies[i];
    noc.M.block<3, 3>(6 * i, 6 * i) = body.inertia;
    noc.M.block<3, 3>(6 * i + 3, 6 * i + 3).diagonal().setConstant(body.mass);
  }
  noc.I_s = weighted_product(noc.T_s, noc.M, noc.T_s);
  noc.I_sm = weighted_product(noc.T_s, noc.M, noc.T_m);
  const Eigen::LLT<Matrix6> cholesky(noc.I_s);
  noc.base = -cholesky.solve(noc.I_sm);
  noc.t_s = noc.base * motion.joint_rates;

  // Once the base's twist is known, all velocities are.
  placed.w_WB = noc.t_s.head<3>();
  placed.v_WB = noc.t_s.tail<3>() - placed.w_WB.cross(motion.R_WB * tree.base.mass_centre);
  noc.frames = compute_body_frames(tree, placed);
  fill_twists(tree, noc);
  Eigen::MatrixXd M_rate = Eigen::MatrixXd::Zero(6 * (n + 1), 6 * (n + 1));
  for (int i = 0; i <= n; ++i) {
    const BodyFrames::Body& body = noc.frames.bodies[i];
    noc.W.block<3, 3>(6 * i, 6 * i) = skew(body.w);
    M_rate.block<3, 3>(6 * i, 6 * i) = skew(body.w) * body.inertia - body.inertia * skew(body.w);
  }
  const Eigen::MatrixXd I_s_rate = weighted_product(noc.T_s_rate, noc.M, noc.T_s) +
                                   weighted_product(noc.T_s, M_rate, noc.T_s) +
                                   weighted_product(noc.T_s, noc.M, noc.T_s_rate);
  const Eigen::MatrixXd I_sm_rate = weighted_product(noc.T_s_rate, noc.M, noc.T_m) +
                                    weighted_product(noc.T_s, M_rate, noc.T_m) +
                                    weighted_product(noc.T_s, noc.M, noc.T_m_rate);
  noc.base_rate = -cholesky.solve(I_sm_rate + product(I_s_rate, noc.base));
  noc.T = noc.T_m + product(noc.T_s, noc.base);
  noc.T_rate = noc.T_m_rate + product(noc.T_s_rate, noc.base) + product(noc.T_s, noc.base_rate);
  noc.A = constraint_matrix(noc.frames);
  noc.I = weighted_product(noc.T, noc.M, noc.T);
  noc.C = transposed_product(noc.T, product(noc.M, noc.T_rate) + product(noc.W, product(noc.M, noc.T)));
  return noc;
}

EndEffectorTwist compute_end_effector_twist(const TreeParameters& tree,
                                            const NaturalOrthogonalComplement& noc, const BodyMotion& motion,
                                            int end_point) {
  const EndPoint& end = tree.end_points[end_point];
  const auto& bodies = noc.frames.bodies;
  const BodyFrames::Body& body = bodies[end.body];
  const Vector3 arm = body.rotation * end.position;
  const Vector3 point = body.origin + arm;
  const Vector3 velocity = body.v_origin + body.w.cross(arm);
  EndEffectorTwist twist;
  twist.J_s = Matrix6::Identity();
  twist.J_s.bottomLeftCorner<3, 3>() = -skew(point - bodies[0].mass_centre);
  twist.J_m = Eigen::MatrixXd::Zero(6, tree.joint_count());
  Vector6 rates = Vector6::Zero();
  for (int j = end.body; j > 0; j = bodies[j].parent) {
    const BodyFrames::Body& joint = bodies[j];
    twist.J_m.col(j - 1) = joint_column(joint, point);
    rates += joint_column_rate(joint, point, velocity) * motion.joint_rates[j - 1];
  }
  twist.T_e = twist.J_m + product(twist.J_s, noc.base);
  Matrix6 J_s_rate = Matrix6::Zero();
  J_s_rate.bottomLeftCorner<3, 3>() = -skew(velocity - bodies[0].v_mass_centre);
  twist.T_e_rate_by_rates = rates + J_s_rate * noc.t_s + twist.J_s * (noc.base_rate * motion.joint_rates);
  return twist;
}

Eigen::VectorXd joint_rates_for_twist(const Eigen::MatrixXd& T_e, const Vector6& t_e) {
  if (T_e.cols() < 6)
    throw std::invalid_argument("fewer than six joints cannot give an end effector any twist");
  if (T_e.cols() == 6) return dense::solve_square(T_e, t_e);
  const Matrix6 square = product(T_e, T_e.transpose());
  return T_e.transpose() * square.llt().solve(t_e);
}

Eigen::VectorXd joint_accelerations(const NaturalOrthogonalComplement& noc,
                                    const Eigen::VectorXd& joint_rates, const Eigen::VectorXd& tau) {
  return dense::solve_positive(noc.I, tau - noc.C * joint_rates);
}

Eigen::VectorXd joint_torques(const NaturalOrthogonalComplement& noc, const Eigen::VectorXd& joint_rates,
                              const Eigen::VectorXd& joint_accelerations) {
  return noc.I * joint_accelerations + noc.C * joint_rates;
}

}  // namespace freefloat
