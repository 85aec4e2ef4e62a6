#include "guidance/joint_ramp.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

/// @return Turned while a rate becomes another one, rad.
double way_of_change(double from, double to, double acceleration) {
  return 0.5 * (from + to) * std::abs(to - from) / acceleration;
}

}  // namespace

double JointRamp::rate(double t) const {
  const double first = std::abs(steady_rate - from_rate) / acceleration;
  const double last = std::abs(to_rate - steady_rate) / acceleration;
  if (t < first) return from_rate + std::copysign(acceleration * t, steady_rate - from_rate);
  const double left = time - t;
  if (left < last) return to_rate - std::copysign(acceleration * left, to_rate - steady_rate);
  return steady_rate;
}

double JointRamp::way(double t) const {
  const double first = std::abs(steady_rate - from_rate) / acceleration;
  const double last = std::abs(to_rate - steady_rate) / acceleration;
  if (t < first) return 0.5 * (from_rate + rate(t)) * t;
  double turned = way_of_change(from_rate, steady_rate, acceleration);
  const double steady_until = time - last;
  if (t <= steady_until) return turned + steady_rate * (t - first);
  turned += steady_rate * (steady_until - first);
  return turned + 0.5 * (steady_rate + rate(t)) * (t - steady_until);
}

double quickest_ramp_time(const RampLimits& limits, double way, double from, double to) {
  const double a = limits.acceleration;
  // Seen in the direction in which it has to be faster than a plain change from the one rate to the other.
  const double sense = way >= way_of_change(from, to, a) ? 1.0 : -1.0;
  const double squares = from * from + to * to;
  const double peak = std::sqrt(std::max(0.0, sense * a * way + 0.5 * squares));
  if (peak <= limits.rate) return std::max(0.0, (2.0 * peak - sense * (from + to)) / a);
  const double w = limits.rate;
  return (2.0 * w - sense * (from + to)) / a + (sense * way - (2.0 * w * w - squares) / (2.0 * a)) / w;
}

JointRamp ramp_in_time(const RampLimits& limits, double way, double from, double to, double time) {
  const double a = limits.acceleration;
  JointRamp ramp{from, 0.0, to, a, time};
  const double change = std::abs(to - from) / a;
  // With a steady rate between both, both changes together take `change`, whatever it is.
  const double between = time - change;
  if (!(between > 0.0)) {
    ramp.time = std::max(time, change);
    ramp.steady_rate = to;
    return ramp;
  }
  const double spare = 0.5 * a * between;  // farther from both, the changes would fill the time
  const double low = std::min(from, to);
  const double high = std::max(from, to);
  const double plain = way_of_change(from, to, a);
  double steady = (way - plain) / between;
  if (steady < low || steady > high) {
    // -s^2 / a + s (time + sum / a) - squares / (2 a) = way, in the sense in which s is the larger.
    const double sense = steady > high ? 1.0 : -1.0;
    const double b = a * time + sense * (from + to);
    const double c = sense * a * way + 0.5 * (from * from + to * to);
    steady = sense * 0.5 * (b - std::sqrt(std::max(0.0, b * b - 4.0 * c)));
  }
  const double least = std::max(-limits.rate, low - spare);
  const double most = std::min(limits.rate, high + spare);
  ramp.steady_rate = least <= most ? std::clamp(steady, least, most) : to;
  return ramp;
}

}  // namespace freefloat
