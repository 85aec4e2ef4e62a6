#pragma once

#include "spatial/tree/attitude.h"
#include "spatial/tree/tree_generalized_jacobian.h"

namespace freefloat {

using Matrix3X = Eigen::Matrix<double, 3, Eigen::Dynamic>;

/// How the vehicle of a floating tree turns when its joints move at zero momentum, seen from the vehicle:
/// this depends on the joints alone. Sized once, for one model, which must outlive it.
class VehicleResponse {
 public:
  explicit VehicleResponse(const TreeModel& model);

  /// @param joints Length n, rad or m.
  /// @return G, 3 x n: angular velocity of the vehicle in its own axes = G Theta', rad/s a rad/s or m/s.
  const Matrix3X& rates(const Eigen::VectorXd& joints);

  /// What a small closed rectangle in joint space leaves behind, to second order: side i first, then side j,
  /// then both back turn the vehicle by column (i, j) times the product of the sides,
  /// dG_j/dtheta_i - dG_i/dtheta_j + G_i x G_j.
  /// @return 3 x n (n - 1) / 2, vehicle's axes, rad; pairs i < j in the order of pair_column.
  const Matrix3X& curvature(const Eigen::VectorXd& joints);

  const TreeModel& model() const { return model_; }

 private:
  const TreeModel& model_;
  TreeState state_;
  TreePosture posture_;
  TreeInertia inertia_;
  TreeInertia work_;
  TreeMotion motion_;
  TreeGeneralizedJacobian jacobian_;
  TreeGeneralizedJacobian jacobian_rate_;
  Matrix3X rates_;
  Matrix3X curvature_;
};

/// @return Column of the pair i < j of n joints: (0, 1), (0, 2), .., (1, 2), ..
constexpr Eigen::Index pair_column(Eigen::Index i, Eigen::Index j, Eigen::Index n) {
  return i * n - i * (i + 1) / 2 + j - i - 1;
}

/// F of Dubowsky & Vafa 1987, Eq. (7): X' = F Theta', or the bracket of Eq. (10) from the curvature.
/// @param angles X, rad: Euler angles of the vehicle.
/// @param by_vehicle_axes Any columns of turns seen from the vehicle: G, or the curvature.
/// @return The same turns as changes of X, S0(X)^-1 times the columns.
Matrix3X as_euler_changes(EulerSequence sequence, const Vector3& angles, const Matrix3X& by_vehicle_axes);

}  // namespace freefloat
