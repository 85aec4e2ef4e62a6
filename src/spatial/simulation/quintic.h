#pragma once

namespace freefloat {

/// Value of a motion over time, with its two derivatives.
struct MotionPoint {
  double value = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
};

/// A motion along a polynomial of fifth order without acceleration at its ends: Saha 1993, Eqs. (47)-(49),
/// which begins and ends at rest; here either end may have a rate.
struct Quintic {
  double from = 0.0;
  double to = 0.0;
  double begin = 0.0;  ///< t_1, s
  double end = 1.0;    ///< t_2 > t_1, s
  double from_rate = 0.0;
  double to_rate = 0.0;
};

/// @param time s; before `begin` and after `end` the value stays: the rate there must be 0 if that matters.
/// @return Value in the unit of `from`, and its derivatives by s.
MotionPoint evaluate(const Quintic& quintic, double time);

}  // namespace freefloat
