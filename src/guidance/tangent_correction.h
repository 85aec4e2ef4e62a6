#pragma once

#include "guidance/task_space.h"

namespace freefloat {

/// Yoshida & Umetani 1990, Eq. (16): within `margin` of the guaranteed workspace's boundary, or outside, an
/// outward velocity loses its radial part. The paper omits the test for outward; without it the hand cannot
/// leave the boundary. Distances and velocities are those relative to the mass centre, which a real table
/// lets drift.
void correct_to_tangent(const TaskSpaceState& s, double radius, double margin, HandVelocity& velocity);

/// The same idea for both edges of the annulus, continuous: towards an edge the radial speed is at most
/// `gain` times the distance that is left to `clearance` from it, and beyond that the hand is led back.
void keep_in_annulus(const TaskSpaceState& s, const HandWorkspace& workspace, double clearance, double gain,
                     HandVelocity& velocity);

}  // namespace freefloat
