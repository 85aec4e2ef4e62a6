#include "spatial/tree/tree_generalized_jacobian.h"

#include <Eigen/LU>

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

/// Motion of the point for each part of the conserved (P; L); entries that are always zero are left alone.
void fill_momentum_columns(const TreeModel& model, const BaseResponse& response, const Vector3& p_OX,
                           Matrix6& columns) {
  const Matrix3 turns = response.inverse_inertia().dense();
  const double per_mass = response.per_mass();
  columns(0, 0) = per_mass;
  columns(1, 1) = per_mass;
  columns(2, 2) = model.base_kind() == BaseKind::kPlanar ? 0.0 : per_mass;
  const Vector3 d = p_OX - response.centre();
  for (int j = 0; j < 3; ++j) {
    const double x = turns(0, j), y = turns(1, j), z = turns(2, j);
    double* column = &columns(0, 3 + j);
    column[0] = y * d.z() - z * d.y();
    column[1] = z * d.x() - x * d.z();
    column[2] = x * d.y() - y * d.x();
    column[3] = x;
    column[4] = y;
    column[5] = z;
  }
}

/// Base twists in frame O for joint rates of 1, of which O is the base's own origin: 6 x n.
void fill_base_response(const TreeInertia& inertia, const BaseResponse& response, Matrix6X& base) {
  const Eigen::Index n = base.cols();
  const TreeInertia::Body* body = inertia.bodies.data() + 1;
  double* column = base.data();
  for (Eigen::Index i = 0; i < n; ++i, ++body, column += 6) {
    const Vector6 twist = response.twist_of(body->joint_momentum);
    for (int k = 0; k < 6; ++k) column[k] = -twist[k];
  }
}

/// J* from the base's twists and the joints that carry the point.
void fill_point_columns(const TreeModel& model, const TreePosture& posture, int body, const Vector3& p_OX,
                        const Matrix6X& base, Matrix6X& matrix) {
  const Eigen::Index n = base.cols();
  const double px = p_OX.x(), py = p_OX.y(), pz = p_OX.z();
  const double* from = base.data();
  double* column = matrix.data();
  for (Eigen::Index i = 0; i < n; ++i, from += 6, column += 6) {
    const double wx = from[3], wy = from[4], wz = from[5];
    column[0] = from[0] + (wy * pz - wz * py);
    column[1] = from[1] + (wz * px - wx * pz);
    column[2] = from[2] + (wx * py - wy * px);
    column[3] = wx;
    column[4] = wy;
    column[5] = wz;
  }
  for (int i = body; i > 0; i = model.parent(i)) {
    const Vector6& s = posture.bodies[i].joint_twist;
    column = matrix.data() + 6 * (i - 1);
    column[0] += s[0] + (s[4] * pz - s[5] * py);
    column[1] += s[1] + (s[5] * px - s[3] * pz);
    column[2] += s[2] + (s[3] * py - s[4] * px);
    column[3] += s[3];
    column[4] += s[4];
    column[5] += s[5];
  }
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
  const BaseResponse response(model, inertia.bodies[0].outboard);
  fill_base_response(inertia, response, jacobian.base_response);
  fill_point_columns(model, posture, body, p_OX, jacobian.base_response, jacobian.matrix);
  fill_momentum_columns(model, response, p_OX, jacobian.by_momentum);
}

void compute_generalized_jacobian(const TreeModel& model, const TreePosture& posture,
                                  const TreeInertia& inertia, int end_point,
                                  TreeGeneralizedJacobian& jacobian) noexcept {
  compute_generalized_jacobian(model, posture, inertia, model.end_point(end_point).body,
                               end_point_from_base(model, posture, end_point), jacobian);
}

std::span<const int> square_rows(const TreeParameters& tree) {
  const bool planar = tree.base_kind == BaseKind::kPlanar;
  const std::size_t joints = tree.joint_count();
  if (joints != 3 && joints != (planar ? 2 : 6)) return {};
  return (planar ? std::span<const int>(kPlanarRows) : kAllRows).first(joints);
}

std::optional<double> generalized_determinant(const TreeModel& model,
                                              const TreeGeneralizedJacobian& jacobian) {
  const std::span<const int> rows = square_rows(model.parameters());
  if (rows.empty()) return std::nullopt;
  Eigen::MatrixXd square(rows.size(), jacobian.matrix.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) square.row(i) = jacobian.matrix.row(rows[i]);
  return square.determinant();
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
    work.bodies[i].outboard = inertia_rate(posture.bodies[i].inertia, motion.bodies[i].twist);
  }
  for (const int i : model.inward()) {
    const Vector6& s = posture.bodies[i].joint_twist;
    work.bodies[i].joint_momentum =
        work.bodies[i].outboard * s + inertia.bodies[i].outboard * cross_motion(motion.bodies[i].twist, s);
    work.bodies[model.parent(i)].outboard += work.bodies[i].outboard;
  }
  // The base's twist X_j in frame O obeys I X_j + F_j = 0, hence I X_j' = -(F_j' + I' X_j). O stands still
  // here while the base's origin leaves it: base_response at that moving point gains w x v_WB.
  const SpatialInertia& whole_rate = work.bodies[0].outboard;
  for (int i = 1; i < count; ++i) {
    const Vector6 base = jacobian.base_response.col(i - 1);
    const Vector6 base_rate = -response.twist_of(work.bodies[i].joint_momentum + whole_rate * base);
    const Vector3 w = base.tail<3>();
    const Vector3 w_rate = base_rate.tail<3>();
    rate.base_response.col(i - 1) = join(base_rate.head<3>() + w.cross(v_base), w_rate);
    rate.matrix.col(i - 1) = join(base_rate.head<3>() + w_rate.cross(p_OX) + w.cross(v), w_rate);
  }
  for (int i = body; i > 0; i = model.parent(i)) {
    const Vector6& s = posture.bodies[i].joint_twist;
    const Vector6 s_rate = cross_motion(motion.bodies[i].twist, s);
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
    missing -= inertia.bodies[i + 1].joint_momentum * joint_rates[i];
  }
  return BaseResponse(model, whole).twist_of(missing);
}

}  // namespace freefloat
