#pragma once

#include "guidance/guidance_config.h"
#include "guidance/task_space.h"

namespace freefloat {

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

}  // namespace freefloat
