#include "spatial/formulations/explicit_lagrangian.h"

#include <array>
#include <stdexcept>

#include "algebra/dense_solvers.h"
#include "spatial/formulations/dense_product.h"

namespace freefloat {

namespace {

using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// Everything that the sums of Eqs. (15), (17) need of one body.
struct BodyTerms {
  double mass;
  Matrix3 inertia;                  ///< I_k, own axes
  Matrix3X r_by_q;                  ///< d r_Ck / d q_j, inertial; 3 x N
  Matrix3X r_by_q_rate;             ///< sum over s of d2 r_Ck / d q_s d q_j q_s'
  Vector3 w;                        ///< omega_k, own axes, Eq. (25)
  Matrix3X w_by_rate;               ///< d omega_k / d q_j', own axes, Eqs. (28), (29)
  Matrix3X w_by_q;                  ///< d omega_k / d q_j, own axes, Eqs. (26), (27)
  std::vector<Matrix3X> w_by_both;  ///< [i]: d2 omega_k / d q_i' d q_j
};

/// The base's attitude and its derivatives by the Euler angles.
struct Attitude {
  Matrix3 T0;
  Matrix3 S0;
  std::array<Matrix3, 3> T0_by_angle;
  std::array<Matrix3, 3> T0_by_angle_rate;
  std::array<Matrix3, 3> S0_by_angle;

  Attitude(EulerSequence sequence, const Vector3& angles, const Vector3& rates)
      : T0(rotation_from_euler(sequence, angles)), S0(euler_rate_matrix(sequence, angles)) {
    const Matrix3 S0_rate = euler_rate_matrix_rate(sequence, angles, rates);
    const Vector3 w = S0 * rates;
    for (int i = 0; i < 3; ++i) {
      // A body that turns with the rate d_i' = 1 alone turns with column i of S0.
      const Matrix3 turn = skew(S0.col(i));
      T0_by_angle[i] = T0 * turn;
      T0_by_angle_rate[i] = T0 * (skew(w) * turn + skew(S0_rate.col(i)));
      S0_by_angle[i] = euler_rate_matrix_rate(sequence, angles, Vector3::Unit(i));
    }
  }
};

/// Frames seen from the base: positions and rates relative to C_0, base axes.
BodyFrames frames_in_base(const TreeParameters& tree, const Eigen::VectorXd& q,
                          const Eigen::VectorXd& rates) {
  BodyMotion motion;
  motion.joints = q.tail(tree.joint_count());
  motion.joint_rates = rates.tail(tree.joint_count());
  return compute_body_frames(tree, motion);
}

/// Columns of a point fixed to body `body`, relative to C_0, inertial axes.
/// @param point, velocity Of the point, relative to the base, base axes.
void point_columns(const BodyFrames& frames, const Attitude& attitude, const Vector3& base_rate, int body,
                   const Vector3& point, const Vector3& velocity, Matrix3X& by_q, Matrix3X& by_q_rate) {
  const Eigen::Index size = 6 + frames.bodies.size() - 1;
  by_q = by_q_rate = Matrix3X::Zero(3, size);
  for (int i = 0; i < 3; ++i) {
    by_q.col(3 + i) = attitude.T0_by_angle[i] * point;
    by_q_rate.col(3 + i) = attitude.T0_by_angle_rate[i] * point + attitude.T0_by_angle[i] * velocity;
  }
  for (int j = body; j > 0; j = frames.bodies[j].parent) {
    const BodyFrames::Body& joint = frames.bodies[j];
    const Vector3 axis_rate = joint.w.cross(joint.axis);
    Vector3 column = joint.axis;
    Vector3 column_rate = axis_rate;
    if (joint.kind == JointKind::kRevolute) {
      column = joint.axis.cross(point - joint.origin);
      column_rate = axis_rate.cross(point - joint.origin) + joint.axis.cross(velocity - joint.v_origin);
    }
    by_q.col(5 + j) = attitude.T0 * column;
    by_q_rate.col(5 + j) = attitude.T0 * (column_rate + base_rate.cross(column));
  }
}

/// omega_k and its derivatives in the body's own axes: Eqs. (25)-(29).
void angular_terms(const BodyFrames& frames, const Attitude& attitude, const Eigen::VectorXd& rates, int body,
                   BodyTerms& terms) {
  const Eigen::Index size = rates.size();
  // A_j = (j-1_T_j .. k-1_T_k)^T brings vectors from the base's axes into those of body k; a turn of joint j
  // changes it by -[z_j x] from the left, z_j in the axes of body k.
  const Matrix3 a = frames.bodies[body].rotation.transpose();
  const Vector3 base_w = a * attitude.S0 * rates.segment<3>(3);
  std::vector<int> path;  // revolute joints from the base to the body
  for (int j = body; j > 0; j = frames.bodies[j].parent) {
    if (frames.bodies[j].kind == JointKind::kRevolute) path.insert(path.begin(), j);
  }
  const auto axis = [&](int j) -> Vector3 { return a * frames.bodies[j].axis; };

  terms.w_by_rate = terms.w_by_q = Matrix3X::Zero(3, size);
  terms.w_by_both.assign(size, Matrix3X::Zero(3, size));
  terms.w_by_rate.middleCols<3>(3) = a * attitude.S0;             // (29a)
  for (const int j : path) terms.w_by_rate.col(5 + j) = axis(j);  // (29b), (29c)
  terms.w = terms.w_by_rate * rates;                              // (25)
  for (int i = 0; i < 3; ++i) {                                   // (27a)
    const Matrix3 s_by_angle = a * attitude.S0_by_angle[i];
    terms.w_by_q.col(3 + i) = s_by_angle * rates.segment<3>(3);
    for (int j = 0; j < 3; ++j) terms.w_by_both[3 + j].col(3 + i) = s_by_angle.col(j);
  }
  Vector3 before = base_w;                            // what lies inside of joint j and is turned by it
  for (std::size_t at = 0; at < path.size(); ++at) {  // (27b), (27c)
    const int j = path[at];
    const Vector3 z = axis(j);
    terms.w_by_q.col(5 + j) = before.cross(z);
    for (int i = 0; i < 3; ++i) {
      terms.w_by_both[3 + i].col(5 + j) = terms.w_by_rate.col(3 + i).cross(z);
    }
    for (std::size_t inner = 0; inner < at; ++inner) {
      terms.w_by_both[5 + path[inner]].col(5 + j) = axis(path[inner]).cross(z);
    }
    before += z * rates[5 + j];
  }
}

void check(const TreeParameters& tree) {
  if (tree.base_kind != BaseKind::kFree || !tree.gravity.isZero(0.0) || !tree.base.mass_centre.isZero(0.0)) {
    throw std::invalid_argument(
        "the explicit dynamics of Moosavian & Papadopoulos (2004) are those of a free base whose frame lies "
        "in its mass centre, without gravity");
  }
}

}  // namespace

ExplicitLagrangian compute_explicit_lagrangian(const TreeParameters& tree, EulerSequence sequence,
                                               const Eigen::VectorXd& q, const Eigen::VectorXd& rates) {
  check(tree);
  const Eigen::Index size = 6 + tree.joint_count();
  const Attitude attitude(sequence, q.segment<3>(3), rates.segment<3>(3));
  const BodyFrames frames = frames_in_base(tree, q, rates);
  const Vector3 base_rate = attitude.S0 * rates.segment<3>(3);

  ExplicitLagrangian dynamics;
  dynamics.H = dynamics.C1 = Eigen::MatrixXd::Zero(size, size);
  dynamics.C2 = Eigen::VectorXd::Zero(size);
  Matrix3X origin_by_q = Matrix3X::Zero(3, size);  // d R_C0 / d q, whose second derivatives vanish
  origin_by_q.leftCols<3>().setIdentity();
  Matrix3X moment_by_q = Matrix3X::Zero(3, size);  // sum of m_k d r_Ck / d q
  Matrix3X moment_by_q_rate = Matrix3X::Zero(3, size);
  double mass = 0.0;
  BodyTerms terms;
  for (int k = 0; k < tree.body_count(); ++k) {
    const BodyFrames::Body& body = frames.bodies[k];
    point_columns(frames, attitude, base_rate, k, body.mass_centre, body.v_mass_centre, terms.r_by_q,
                  terms.r_by_q_rate);
    angular_terms(frames, attitude, rates, k, terms);
    const Matrix3& inertia = tree.body(k).inertia;
    mass += body.mass;
    moment_by_q += body.mass * terms.r_by_q;
    moment_by_q_rate += body.mass * terms.r_by_q_rate;
    dynamics.H += body.mass * transposed_product(terms.r_by_q, terms.r_by_q) +
                  weighted_product(terms.w_by_rate, inertia, terms.w_by_rate);
    dynamics.C1 += body.mass * transposed_product(terms.r_by_q, terms.r_by_q_rate) +
                   weighted_product(terms.w_by_rate, inertia, terms.w_by_q);
    const Vector3 momentum = inertia * terms.w;
    for (Eigen::Index i = 0; i < size; ++i) {
      dynamics.C1.row(i) += momentum.transpose() * terms.w_by_both[i];
    }
    dynamics.C2 -= terms.w_by_q.transpose() * momentum;
  }
  const Eigen::MatrixXd mixed = transposed_product(moment_by_q, origin_by_q);
  dynamics.H += mass * transposed_product(origin_by_q, origin_by_q) + mixed + mixed.transpose();
  dynamics.C1 += transposed_product(origin_by_q, moment_by_q_rate);
  dynamics.C = dynamics.C1 * rates + dynamics.C2;

  dynamics.J_Q = Eigen::MatrixXd::Identity(size, size);
  dynamics.J_Q.topLeftCorner<3, 3>() = attitude.T0;
  dynamics.J_Q.block<3, 3>(3, 3) = attitude.S0.transpose();
  return dynamics;
}

TaskJacobian compute_task_jacobian(const TreeParameters& tree, EulerSequence sequence,
                                   const Eigen::VectorXd& q, const Eigen::VectorXd& rates, int end_point) {
  check(tree);
  const Attitude attitude(sequence, q.segment<3>(3), rates.segment<3>(3));
  const BodyFrames frames = frames_in_base(tree, q, rates);
  const EndPoint& end = tree.end_points[end_point];
  const BodyFrames::Body& body = frames.bodies[end.body];
  const Vector3 base_rate = attitude.S0 * rates.segment<3>(3);
  const Matrix3 S0_rate = euler_rate_matrix_rate(sequence, q.segment<3>(3), rates.segment<3>(3));
  const Vector3 arm = body.rotation * end.position;
  Matrix3X by_q;
  Matrix3X by_q_rate;
  point_columns(frames, attitude, base_rate, end.body, body.origin + arm, body.v_origin + body.w.cross(arm),
                by_q, by_q_rate);
  TaskJacobian jacobian;
  jacobian.J_C = jacobian.J_C_rate = Eigen::MatrixXd::Zero(6, q.size());
  jacobian.J_C.topRows<3>() = by_q;
  jacobian.J_C.topLeftCorner<3, 3>().setIdentity();
  jacobian.J_C_rate.topRows<3>() = by_q_rate;
  jacobian.J_C.block<3, 3>(3, 3) = attitude.T0 * attitude.S0;
  jacobian.J_C_rate.block<3, 3>(3, 3) = attitude.T0 * (skew(base_rate) * attitude.S0 + S0_rate);
  for (int j = end.body; j > 0; j = frames.bodies[j].parent) {
    const BodyFrames::Body& joint = frames.bodies[j];
    if (joint.kind == JointKind::kPrismatic) continue;
    jacobian.J_C.block<3, 1>(3, 5 + j) = attitude.T0 * joint.axis;
    jacobian.J_C_rate.block<3, 1>(3, 5 + j) =
        attitude.T0 * (base_rate.cross(joint.axis) + joint.w.cross(joint.axis));
  }
  return jacobian;
}

Eigen::VectorXd solve_accelerations(const ExplicitLagrangian& dynamics, const Eigen::VectorXd& forces) {
  return dense::solve_positive(dynamics.H, dynamics.J_Q * forces - dynamics.C);
}

}  // namespace freefloat
