#pragma once

#include <Eigen/Core>

namespace freefloat {

/// The most joints an arm may have. Bounds every matrix of the control loop, so that none allocates.
inline constexpr int kMaxJoints = 6;

/// One value a joint, length n <= kMaxJoints, held without heap memory. Angles in rad, rates in rad/s,
/// torques in N m.
using JointVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, kMaxJoints, 1>;

/// A point or vector of the table plane in m, m/s or N; the name carries the frame.
using Vector2 = Eigen::Vector2d;

/// Covariance of such a point in m^2.
using Matrix2 = Eigen::Matrix2d;

}  // namespace freefloat
