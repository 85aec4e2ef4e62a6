#pragma once

#include "model/posture.h"

namespace freefloat {

/// Angular momentum about the mass centre as a function of the rates: L = satellite * theta_WB' + joints .
/// phi'.
struct AngularInertia {
  double satellite = 0.0;  ///< I_s, kg m^2: the whole system as one rigid body
  JointVector joints;      ///< I_m, kg m^2, length n
};

/// @return I_s and I_m of Yoshida & Umetani 1990, Eq. (2), for P = 0: L = I_s Omega_0' + I_m phi'.
AngularInertia compute_angular_inertia(const PlanarModel& model, const Posture& posture);

/// @return M of PlanarModel's description, (n + 1) x (n + 1), kg m^2: kinetic energy about G is theta'^T M
/// theta' / 2.
BodyMatrix compute_body_inertia(const PlanarModel& model, const Posture& posture);

/// @param inertia At the robot's posture.
/// @param joint_rates rad/s, length n.
/// @param angular_momentum L about G, N m s.
/// @return theta_WB' from the conservation of momentum, rad/s.
double satellite_rate(const AngularInertia& inertia, const JointVector& joint_rates, double angular_momentum);

}  // namespace freefloat
