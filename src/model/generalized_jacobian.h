#pragma once

#include "model/momentum.h"

namespace freefloat {

/// The hand's motion as a function of the joint rates alone.
struct GeneralizedJacobian {
  HandJacobian matrix;          ///< J*, 3 x n: rows x, y in m, then the hand's angle
  Eigen::Vector3d by_momentum;  ///< d (hand rate) / d L: what one N m s of angular momentum adds
  JointVector satellite_rate;   ///< d theta_WB' / d phi', length n: -I_m / I_s

  /// @return The two rows of the hand's position, 2 x n, m.
  PointJacobian position() const { return matrix.topRows<2>(); }
};

/// J* = J_m - J_s I_m / I_s about the mass centre: Yoshida & Umetani 1990, Eqs. (4), (8), with the momentum
/// kept: the hand's rate is v_G + J* phi' + by_momentum L.
GeneralizedJacobian compute_generalized_jacobian(const PlanarModel& model, const Posture& posture);

/// The same where hand and inertia are at hand already.
GeneralizedJacobian compute_generalized_jacobian(const PointMotion& hand, const AngularInertia& inertia);

}  // namespace freefloat
