#pragma once

#include "model/motion_limits.h"

namespace freefloat {

/// How the mass centre of a robot drifts that nobody pushes: steadily faster where the table is tilted.
struct Drift {
  Vector2 p_WG = Vector2::Zero();          ///< m
  Vector2 v_WG = Vector2::Zero();          ///< m/s
  Vector2 acceleration = Vector2::Zero();  ///< m/s^2

  Vector2 shift(double time) const { return time * v_WG + 0.5 * time * time * acceleration; }
};

/// Sums of a least-squares parabola through the places of the mass centre.
struct DriftFit {
  int count = 0;
  Vector2 origin = Vector2::Zero();  ///< first place, m
  double t1 = 0.0;                   ///< sums of powers of the time since the first place, s, s^2 ..
  double t2 = 0.0;
  double t3 = 0.0;
  double t4 = 0.0;
  Vector2 p0 = Vector2::Zero();  ///< sums of the way since then times powers of the time, m, m s, m s^2
  Vector2 p1 = Vector2::Zero();
  Vector2 p2 = Vector2::Zero();
};

/// @param fit Grows by one place.
/// @param time Since the first place, s.
/// @param p_WG The mass centre's place, m.
void add_place(DriftFit& fit, double time, const Vector2& p_WG);

/// @param fit Sums of all places so far.
/// @param time Since the first place, s.
/// @return Drift at that time; zero velocity and acceleration while there are fewer than 3 places.
Drift fit_drift(const DriftFit& fit, double time);

/// Longest time that is looked ahead, s.
inline constexpr double kDriftHorizon = 3600.0;

/// @param limits Those of the satellite count.
/// @param p_WB Satellite at present, m; it drifts as the mass centre does.
/// @param drift Of the mass centre at present.
/// @return Time until it reaches the limits, s, at most kDriftHorizon; 0 when it is there.
double time_to_edge(const MotionLimits& limits, const Vector2& p_WB, const Drift& drift);

}  // namespace freefloat
