#pragma once

namespace freefloat {

/// What a joint's drive can follow.
struct RampLimits {
  double rate = 0.0;          ///< rad/s
  double acceleration = 0.0;  ///< rad/s^2
};

/// A joint's motion in a given time: from one rate to a steady one, along with it, and to a last one, both
/// changes with the same acceleration. With the highest steady rate it is the quickest there is.
struct JointRamp {
  double from_rate = 0.0;     ///< rad/s
  double steady_rate = 0.0;   ///< rad/s
  double to_rate = 0.0;       ///< rad/s
  double acceleration = 0.0;  ///< rad/s^2
  double time = 0.0;          ///< of the whole, s

  /// @param t Since the begin, 0 .. time, s. @return rad/s.
  double rate(double t) const;
  /// @param t Since the begin, 0 .. time, s. @return Turned since the begin, rad.
  double way(double t) const;
};

/// @param limits Of the joint.
/// @param way To be turned, rad. @param from, to Rates at begin and end within the limit, rad/s.
/// @return The shortest time in which it can be done, s.
double quickest_ramp_time(const RampLimits& limits, double way, double from, double to);

/// @param limits, way, from, to As above.
/// @param time To be taken, s.
/// @return The ramp that does it; where the time is too short, the one that comes nearest.
JointRamp ramp_in_time(const RampLimits& limits, double way, double from, double to, double time);

}  // namespace freefloat
