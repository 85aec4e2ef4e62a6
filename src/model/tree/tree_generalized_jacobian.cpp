#include "model/tree/tree_generalized_jacobian.h"

namespace freefloat {

namespace {

/// (P; L) about the mass centre, or about the bearing, to (P; L) about O, in which all else is written.
Vector6 momentum_about_origin(const TreeModel& model, const SpatialInertia& whole, const Vector6& momentum) {
  Vector6 about = momentum;
  if (model.base_kind() == BaseKind::kSpherical) {
    about.head<3>().setZero();
  } else if (model.base_kind() != BaseKind::kFixed) {
    about.tail<3>() += whole.moment().cross(momentum.head<3>()) / whole.mass();
  }
  return about;
}

/// Motion of the point for each part of the conserved (P; L).
Matrix6 momentum_columns(const TreeModel& model, const BaseResponse& response, const Vector3& p_OX) {
  Matrix6 columns = Matrix6::Zero();
  const Matrix3 turns = response.inverse_inertia().dense();
  columns.topLeftCorner<3, 3>().diagonal().setConstant(response.per_mass());
  columns.topRightCorner<3, 3>() = skew(response.centre() - p_OX) * turns;
  columns.bottomRightCorner<3, 3>() = turns;
  if (model.base_kind() == BaseKind::kPlanar) columns(2, 2) = 0.0;
  return columns;
}

/// Time derivative of a body's inertia in frame O.
SpatialInertia inertia_rate(const SpatialInertia& inertia, const Vector6& twist) {
  Matrix6 i;
  inertia.fill(i);
  Matrix6 cross;  // of the twist
  const Matrix3 v = skew(twist.head<3>());
  const Matrix3 w = skew(twist.tail<3>());
  cross << w, v, Matrix3::Zero(), w;
  const Matrix6 half = i * cross;
  const Matrix6 rate = -half - half.transpose();
  SpatialInertia change;
  change.columns.topRows<3>() = rate.bottomRightCorner<3, 3>();
  change.moment_and_mass << rate(5, 1), rate(3, 2), rate(4, 0), 0.0;
  return change;
}

}  // namespace

TreeGeneralizedJacobian::TreeGeneralizedJacobian(const TreeModel& model)
    : matrix(6, model.joint_count()), base_response(6, model.joint_count()), by_momentum(Matrix6::Zero()) {}

void compute_generalized_jacobian(const TreeModel& model, const TreePosture& posture,
                                  const TreeInertia& inertia, int body, const Vector3& p_OX,
                                  TreeGeneralizedJacobian& jacobian) noexcept {
  const int n = model.joint_count();
  const BaseResponse response(model, inertia.bodies[0].outboard);
  // Column by column, in plain arrays: this is what a controller waits for.
  double* column = jacobian.matrix.data();
  double* base_column = jacobian.base_response.data();
  for (int i = 0; i < n; ++i, column += 6, base_column += 6) {
    const Vector6 base = response.twist_of(inertia.bodies[static_cast<std::size_t>(i + 1)].joint_momentum);
    const Vector3 w = -base.tail<3>();
    const Vector3 v = -base.head<3>();
    const Vector3 at_point = v + w.cross(p_OX);
    for (int k = 0; k < 3; ++k) {
      base_column[k] = v[k];
      base_column[k + 3] = w[k];
      column[k] = at_point[k];
      column[k + 3] = w[k];
    }
  }
  for (int i = body; i > 0; i = model.parent(i)) {
    const Vector6& s = posture.bodies[static_cast<std::size_t>(i)].joint_twist;
    const Vector3 w = s.tail<3>();
    const Vector3 v = s.head<3>() + w.cross(p_OX);
    column = jacobian.matrix.data() + 6 * (i - 1);
    for (int k = 0; k < 3; ++k) {
      column[k] += v[k];
      column[k + 3] += w[k];
    }
  }
  jacobian.by_momentum = momentum_columns(model, response, p_OX);
}

void compute_generalized_jacobian(const TreeModel& model, const TreePosture& posture,
                                  const TreeInertia& inertia, int end_point,
                                  TreeGeneralizedJacobian& jacobian) noexcept {
  const EndPoint& point = model.end_point(end_point);
  compute_generalized_jacobian(model, posture, inertia, point.body,
                               point_from_base(model, posture, point.body, point.position), jacobian);
}

void compute_generalized_jacobian_rate(const TreeModel& model, const TreePosture& posture,
                                       const TreeMotion& motion, const TreeInertia& inertia, int body,
                                       const Vector3& p_OX, const TreeGeneralizedJacobian& jacobian,
                                       TreeInertia& work, TreeGeneralizedJacobian& rate) noexcept {
  const int count = model.body_count();
  const Vector3 v = point_twist(motion, body, p_OX).head<3>();
  const Vector3 v_base = motion.bodies[0].twist.head<3>();
  const BaseResponse response(model, inertia.bodies[0].outboard);
  for (int i = 0; i < count; ++i) {
    const std::size_t at = static_cast<std::size_t>(i);
    work.bodies[at].outboard = inertia_rate(posture.bodies[at].inertia, motion.bodies[at].twist);
  }
  for (int i = count - 1; i > 0; --i) {
    const std::size_t at = static_cast<std::size_t>(i);
    const Vector6& s = posture.bodies[at].joint_twist;
    work.bodies[at].joint_momentum =
        work.bodies[at].outboard * s + inertia.bodies[at].outboard * cross_motion(motion.bodies[at].twist, s);
    work.bodies[static_cast<std::size_t>(model.parent(i))].outboard += work.bodies[at].outboard;
  }
  // The base's twist X_j in frame O obeys I X_j + F_j = 0, hence I X_j' = -(F_j' + I' X_j). O stands still
  // here while the base's origin leaves it: base_response at that moving point gains w x v_WB.
  const SpatialInertia& whole_rate = work.bodies[0].outboard;
  for (int i = 1; i < count; ++i) {
    const Vector6 base = jacobian.base_response.col(i - 1);
    const Vector6 base_rate =
        -response.twist_of(work.bodies[static_cast<std::size_t>(i)].joint_momentum + whole_rate * base);
    const Vector3 w = base.tail<3>();
    const Vector3 w_rate = base_rate.tail<3>();
    rate.base_response.col(i - 1) = join(base_rate.head<3>() + w.cross(v_base), w_rate);
    rate.matrix.col(i - 1) = join(base_rate.head<3>() + w_rate.cross(p_OX) + w.cross(v), w_rate);
  }
  for (int i = body; i > 0; i = model.parent(i)) {
    const Vector6& s = posture.bodies[static_cast<std::size_t>(i)].joint_twist;
    const Vector6 s_rate = cross_motion(motion.bodies[static_cast<std::size_t>(i)].twist, s);
    rate.matrix.col(i - 1).head<3>() +=
        s_rate.head<3>() + s_rate.tail<3>().cross(p_OX) + s.tail<3>().cross(v);
    rate.matrix.col(i - 1).tail<3>() += s_rate.tail<3>();
  }
}

Vector6 base_twist_for_momentum(const TreeModel& model, const TreeInertia& inertia,
                                const Eigen::VectorXd& joint_rates, const Vector6& momentum) noexcept {
  const SpatialInertia& whole = inertia.bodies[0].outboard;
  Vector6 missing = momentum_about_origin(model, whole, momentum);
  for (int i = 0; i < model.joint_count(); ++i) {
    missing -= inertia.bodies[static_cast<std::size_t>(i + 1)].joint_momentum * joint_rates[i];
  }
  return BaseResponse(model, whole).twist_of(missing);
}

}  // namespace freefloat
