#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "spatial/virtual_manipulator/vehicle_response.h"

namespace freefloat {

/// A closed path in joint space: +dV, +dW, -dV, -dW on straight lines; Dubowsky & Vafa 1987, Fig. 6.
struct JointRectangle {
  Eigen::VectorXd dV;  ///< length n, rad or m
  Eigen::VectorXd dW;
};

/// Rectangles gone through one after the other: one for up to three joints, else at most n / 2.
using JointCycle = std::vector<JointRectangle>;

/// Sides of the cycle that turns the vehicle by a small amount, Eqs. (10)-(13), to second order.
///
/// Three joints have a closed form: dX = Mx (dV x dW); a = Mx^-1 dX; dV along a x (1, 1, -2) by Eq. (13),
/// both of length sqrt|a| and at right angles by Eqs. (11), (12). Of the two solutions +-(dV, dW), which
/// differ in what they do beyond second order, the one with a positive first element of dV is taken.
/// Otherwise the areas of all pairs of joints are taken with least norm, and the area so found is split into
/// its planes, each a square.
/// @param bracket Eq. (10)'s bracket as columns of pairs: see as_euler_changes and pair_column.
/// @param joint_count n, at least 2.
/// @param change dX = X_d - X_i (the paper's sign in Eq. (9) is exchanged), rad.
/// @return Why there is none: the joints cannot turn the vehicle that way at this posture.
tl::expected<JointCycle, std::string> plan_joint_cycle(const Matrix3X& bracket, int joint_count,
                                                       const Vector3& change);

}  // namespace freefloat
