#include "spatial/virtual_manipulator/joint_cycle.h"

#include <cmath>

#include "algebra/dense_solvers.h"

namespace freefloat {

namespace {

constexpr double kRankTolerance = 1e-9;  // of the largest singular value of the bracket
constexpr double kMissed = 1e-6;         // part of the change that the joints may fail to make

/// Three joints: the area is a vector a, normal to both sides.
JointRectangle three_joint_rectangle(const Vector3& a) {
  const double side = std::sqrt(a.norm());
  Vector3 direction = a.cross(Vector3(1.0, 1.0, -2.0));
  // Along (1, 1, -2) every direction of the plane but one breaks Eq. (13) the same way.
  if (direction.norm() < 1e-6 * a.norm()) direction = a.cross(Vector3::UnitX());
  // -dV, -dW solve the same equations: the paper leaves the sign open.
  Eigen::Index first = 0;
  while (first < 2 && direction[first] == 0.0) ++first;
  if (direction[first] < 0.0) direction = -direction;
  const Vector3 dV = side * direction.normalized();
  return {dV, a.cross(dV) / a.norm()};
}

/// Splits an antisymmetric matrix of areas into squares in planes at right angles.
JointCycle squares_of(const Eigen::MatrixXd& areas) {
  // The singular values come in pairs, the planes' areas, largest first.
  const dense::SingularValues planes = dense::singular_values(areas);
  const double largest = planes.values[0];
  JointCycle cycle;
  for (Eigen::Index k = 0; k < areas.rows(); ++k) {
    Eigen::VectorXd v = planes.v.col(k);
    for (const JointRectangle& taken : cycle) {
      v -= taken.dV * (taken.dV.dot(v) / taken.dV.squaredNorm());
      v -= taken.dW * (taken.dW.dot(v) / taken.dW.squaredNorm());
    }
    if (v.norm() < 0.1) continue;  // lies in a plane that is taken already
    v.normalize();
    const Eigen::VectorXd image = areas.transpose() * v;  // v^T areas: along the other side
    const double area = image.norm();
    if (area <= kRankTolerance * largest) break;
    cycle.push_back({std::sqrt(area) * v, image / std::sqrt(area)});
  }
  return cycle;
}

}  // namespace

tl::expected<JointCycle, std::string> plan_joint_cycle(const Matrix3X& bracket, int joint_count,
                                                       const Vector3& change) {
  const Eigen::Index n = joint_count;
  if (n < 2) return tl::unexpected(std::string("a cycle needs at least two joints"));
  if (change.isZero(0.0)) return JointCycle{};
  const Eigen::MatrixXd matrix = bracket;
  const dense::SingularValues svd = dense::singular_values(matrix);
  const Eigen::Index rank = (svd.values.array() > kRankTolerance * svd.values[0]).count();
  const Eigen::VectorXd along =
      (svd.u.leftCols(rank).transpose() * change).cwiseQuotient(svd.values.head(rank));
  const Eigen::VectorXd areas = svd.v.leftCols(rank) * along;
  if (!((matrix * areas - change).norm() <= kMissed * change.norm())) {
    return tl::unexpected(
        "cycles of these " + std::to_string(n) +
        " joints cannot turn the vehicle that way at this posture: choose another posture, or "
        "an arm with more joints that are not parallel");
  }
  if (n == 3) {
    const Vector3 a(areas[pair_column(1, 2, 3)], -areas[pair_column(0, 2, 3)], areas[pair_column(0, 1, 3)]);
    return JointCycle{three_joint_rectangle(a)};
  }
  Eigen::MatrixXd antisymmetric = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = i + 1; j < n; ++j) {
      antisymmetric(i, j) = areas[pair_column(i, j, n)];
      antisymmetric(j, i) = -antisymmetric(i, j);
    }
  }
  return squares_of(antisymmetric);
}

}  // namespace freefloat
