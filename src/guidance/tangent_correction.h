#pragma once

#include "guidance/situation.h"

namespace freefloat {

/// A hand velocity, and whether it had to be turned.
struct CorrectedVelocity {
  Vector2 v_WE = Vector2::Zero();  ///< m/s
  bool corrected = false;
};

/// Yoshida & Umetani 1990, Eq. (16): within `margin` of the guaranteed workspace's boundary, or outside, an
/// outward velocity loses its radial part. The paper omits the test for outward; without it the hand cannot
/// leave the boundary. Distances and velocities are those relative to the mass centre, which a real table
/// lets drift.
CorrectedVelocity correct_to_tangent(const Situation& situation, double radius, double margin,
                                     const Vector2& v_WE);

/// The same idea for both edges of the annulus, continuous: towards an edge the radial speed is at most
/// `gain` times the distance that is left to `clearance` from it, and beyond that the hand is led back.
CorrectedVelocity keep_in_annulus(const Situation& situation, const HandWorkspace& workspace,
                                  double clearance, double gain, const Vector2& v_WE);

}  // namespace freefloat
