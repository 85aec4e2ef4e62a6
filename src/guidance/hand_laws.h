#pragma once

#include "guidance/chart.h"
#include "guidance/guidance_config.h"

// The paper's laws for the hand: Yoshida & Umetani 1990, Eqs. (11), (15), (16), and their successors.

namespace freefloat {

/// Yoshida & Umetani 1990, Eq. (11): hand velocity (p_t - p_r) / dt, here with a gain in place of 1/dt, at
/// most `max_hand_speed`, in the coordinates of `chart`.
/// @return Hand velocity in W, m/s.
Vector2 approach_standing_target(const GuidanceConfig& config, const TaskSpaceState& s, ChartKind chart);

/// The velocity that meets a target moving at constant velocity after `remaining` with least squared
/// acceleration.
///
/// Minimising 1/2 int |p_r''|^2 dt to p = p' = 0 at t_f, with p = p_t - p_r, gives p_r'' = 4 p'/T + 6 p/T^2,
/// T = t_f - t: Yoshida & Umetani 1990, Eq. (15), whose printed factors are exchanged. Sampling over one
/// cycle:
/// - Euler: v + dt p_r'', T floored by the caller, since a fixed T = dt/alpha is stable for alpha < 0.387
/// only;
/// - cubic: the optimal path, which is a cubic in time, met exactly at the cycle's end: its mean velocity is
///   commanded and its end velocity is what p' is taken from in the next cycle; needs no floor.
/// @param sampling How the law is held over one cycle.
/// @param error p in any coordinates.
/// @param error_rate p', the same coordinates a second.
/// @param target_rate p_t'.
/// @param remaining T in s, positive.
/// @param dt Length of the cycle, s.
/// @return In the coordinates that the error was given in.
HandVelocity rendezvous_rate(RendezvousSampling sampling, const Vector2& error, const Vector2& error_rate,
                             const Vector2& target_rate, double remaining, double dt);

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
