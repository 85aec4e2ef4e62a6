#pragma once

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// What a tilted table does to everything that floats on it, learnt while the arm rests.
struct FallWatch {
  int count = 0;                           ///< places since the arm came to rest, up to a memory's length
  Time last{};                             ///< of the newest place
  Vector2 p = Vector2::Zero();             ///< of the mass centre, m
  Vector2 v = Vector2::Zero();             ///< m/s
  Vector2 fitted = Vector2::Zero();        ///< acceleration of the parabola, m/s^2; wild at first
  Vector2 acceleration = Vector2::Zero();  ///< that is believed, m/s^2; stays while the arm moves
};

/// One place more: the parabola of least squares through all places so far, and once these are many, through
/// the newest with a memory of about 1 s. Recursive form with growing and then constant gains.
/// @param time The place's, rising.
/// @param p_WG Of the robot's mass centre, m.
/// @param v_WG Of the same, m/s; for the begin.
/// @param at_rest The arm does not move. While it does, errors of the masses would count as a fall.
/// @param watch Goes on.
void watch_fall(Time time, const Vector2& p_WG, const Vector2& v_WG, bool at_rest, FallWatch& watch);

}  // namespace freefloat
