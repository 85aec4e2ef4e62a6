#pragma once

#include "model/planar_model.h"

namespace freefloat {

/// The directions of all bodies at one instant: all that positions, Jacobians and inertias depend on.
struct Posture {
  BodyVector cosines;  ///< of the absolute body angles theta_k, length n + 1
  BodyVector sines;
};

/// @param theta_WB Attitude of the satellite, rad.
/// @param joints Joint angles phi, rad, length n.
Posture compute_posture(double theta_WB, const JointVector& joints);

/// A point fixed to a body, seen from the system's mass centre G.
struct PointMotion {
  Vector2 p_GX = Vector2::Zero();  ///< m, in W
  BodyPoints by_body;              ///< d p_GX / d theta_k, column k, m/rad; 2 x (n + 1)

  /// @return d p_GX / d attitude with all joints held, m/rad: the paper's J_s with the mass centre fixed.
  Vector2 by_attitude() const { return by_body.rowwise().sum(); }

  /// @return d p_GX / d phi with the attitude held, 2 x n, m/rad: the paper's J_m with the mass centre fixed.
  PointJacobian by_joints() const;
};

/// @param model The robot.
/// @param posture Its posture.
/// @param body 0 for the satellite, i for link i.
/// @param offset From the body's mass centre, body frame, m.
PointMotion compute_point(const PlanarModel& model, const Posture& posture, int body, const Vector2& offset);

/// The same for the hand.
PointMotion compute_hand(const PlanarModel& model, const Posture& posture);

/// @return The satellite's mass centre seen from G, m, in W.
Vector2 satellite_from_mass_centre(const PlanarModel& model, const Posture& posture);

}  // namespace freefloat
