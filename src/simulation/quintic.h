#pragma once

namespace freefloat {

/// Value of a motion over time, with its two derivatives.
struct MotionPoint {
  double value = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};

/// A motion from rest to rest along a polynomial of fifth order: Saha 1993, Eqs. (47)-(49).
struct Quintic {
  double from = 0.0;
  double to = 0.0;
  double begin = 0.0;  ///< t_1, s
  double end = 1.0;    ///< t_2 > t_1, s
};

/// @param time s; before `begin` and after `end` the motion stands still.
/// @return Value in the unit of `from`, and its derivatives by s.
MotionPoint evaluate(const Quintic& quintic, double time);

}  // namespace freefloat
