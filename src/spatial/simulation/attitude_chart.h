#pragma once

#include <Eigen/Geometry>

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// An attitude as a short rotation vector away from a reference: R_WB = exp(vector) R_reference. The vector
/// is integrated like any other number; after each step the reference takes it over, so that it never comes
/// near its singular length of 2 pi and the attitude stays a rotation to the last bit of rounding.
class AttitudeChart {
 public:
  explicit AttitudeChart(const Matrix3& R_WB) : reference_(R_WB) { reference_.normalize(); }

  /// @param vector From the reference to the present attitude, W, rad.
  Matrix3 rotation(const Vector3& vector) const;

  /// Takes the vector into the reference, and sets it to zero.
  void recentre(Eigen::Ref<Vector3> vector);

 private:
  Eigen::Quaterniond reference_;
};

/// Derivative of the rotation vector: the inverse of the left Jacobian of SO(3).
/// @param vector rad.
/// @param w_WB Angular velocity in W, rad/s.
Vector3 rotation_vector_rate(const Vector3& vector, const Vector3& w_WB);

}  // namespace freefloat
