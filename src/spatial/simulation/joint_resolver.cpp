#include "spatial/simulation/joint_resolver.h"

#include "spatial/tree/tree_jacobian.h"

namespace freefloat {

namespace {

/// Where the triangle of the Jacobian counts as singular: see rank_margin.
constexpr double kLostRank = 1e-9;

template <typename Rows>
Eigen::MatrixXd pick(const Rows& all, std::span<const int> rows) {
  Eigen::MatrixXd picked(rows.size(), all.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) picked.row(i) = all.row(rows[i]);
  return picked;
}

}  // namespace

bool JointResolver::find_rates(const TreePosture& posture, const TreeInertia& inertia,
                               const EndPointPath& path, const PathPoint& point, const Vector6& momentum,
                               Eigen::VectorXd& rates) {
  compute_generalized_jacobian(model_, posture, inertia, path.end_point, jacobian_);
  const auto parts = rows_of(path.parts);
  rows_ = pick(jacobian_.matrix, parts);
  wanted_ = pick(Vector6(point.twist - jacobian_.by_momentum * momentum), parts);
  // J^T = Q R: the smallest solution is Q R^-T wanted, for as many joints as parts and for more.
  transposed_.compute(rows_.transpose());
  const Eigen::VectorXd diagonal = transposed_.matrixQR().diagonal().cwiseAbs();
  rank_margin_ = diagonal.minCoeff() / diagonal.maxCoeff();
  if (!(rank_margin_ > kLostRank)) return false;
  rates = solve_transposed(wanted_);
  return true;
}

Eigen::VectorXd JointResolver::solve_transposed(const Eigen::VectorXd& v) const {
  const Eigen::Index parts = rows_.rows();
  Eigen::VectorXd padded = Eigen::VectorXd::Zero(rows_.cols());
  padded.head(parts) =
      transposed_.matrixQR().topRows(parts).triangularView<Eigen::Upper>().transpose().solve(v);
  return transposed_.householderQ() * padded;
}

void JointResolver::find_accelerations(const TreePosture& posture, const TreeMotion& motion,
                                       const TreeInertia& inertia, const EndPointPath& path,
                                       const PathPoint& point, TreeForces& forces,
                                       Eigen::VectorXd& accelerations) {
  const auto parts = rows_of(path.parts);
  const int body = model_.end_point(path.end_point).body;
  const Vector3 p_OX = end_point_from_base(model_, posture, path.end_point);

  // What the end point does while no joint is accelerated: the base alone answers the motion.
  const Eigen::VectorXd unmoved = Eigen::VectorXd::Zero(model_.joint_count());
  Eigen::VectorXd joint_forces;
  Vector6 base_acceleration;
  compute_floating_inverse_dynamics(model_, posture, motion, inertia, unmoved, Vector6::Zero(), forces,
                                    joint_forces, base_acceleration);
  Eigen::VectorXd u(model_.velocity_count());
  Eigen::VectorXd u_rate = Eigen::VectorXd::Zero(model_.velocity_count());
  for (int i = 0; i < model_.base_freedoms(); ++i) {
    const Vector6 base = point_twist(motion, 0, Vector3::Zero());
    u[i] = base[model_.base_component(i)];
    u_rate[i] = base_acceleration[model_.base_component(i)];
  }
  for (int i = 1; i < model_.body_count(); ++i)
    u[model_.base_freedoms() + i - 1] = motion.bodies[i].joint_rate;
  compute_end_point_jacobian(model_, posture, path.end_point, point_jacobian_);
  Vector6 bias = point_jacobian_ * u_rate;
  compute_point_jacobian_rate(model_, posture, motion, body, p_OX, point_jacobian_);
  bias += point_jacobian_ * u;
  accelerations = solve_transposed(pick(Vector6(point.twist_rate - bias), parts));
  if (rows_.rows() == rows_.cols()) return;

  // With joints to spare the smallest solution turns with J*: its derivative has a part that moves no hand.
  compute_generalized_jacobian_rate(model_, posture, motion, inertia, body, p_OX, jacobian_, work_, rate_);
  const auto triangle = transposed_.matrixQR().topRows(rows_.rows()).triangularView<Eigen::Upper>();
  const Eigen::VectorXd multipliers = triangle.solve(triangle.transpose().solve(wanted_));
  const Eigen::VectorXd turning = pick(rate_.matrix, parts).transpose() * multipliers;
  accelerations += turning - solve_transposed(rows_ * turning);
}

}  // namespace freefloat
