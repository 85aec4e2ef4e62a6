#include "guidance/joint_loop.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

/// Time and way to full speed of one side; short sides are turned round before.
struct Ramp {
  double time;
  double way;
  double rate;
};

Ramp ramp_of(const LoopPace& pace, double side) {
  const double length = std::abs(side);
  const double rate = std::min(pace.max_rate, std::sqrt(length * pace.acceleration));
  return {rate / pace.acceleration, 0.5 * rate * rate / pace.acceleration, rate};
}

}  // namespace

double side_duration(const LoopPace& pace, double side) {
  const double length = std::abs(side);
  if (length == 0.0) return 0.0;
  const Ramp ramp = ramp_of(pace, side);
  return 2.0 * ramp.time + std::max(0.0, length - 2.0 * ramp.way) / ramp.rate;
}

double time_along_side(const LoopPace& pace, double side, double way) {
  const double length = std::abs(side);
  if (length == 0.0) return 0.0;
  const Ramp ramp = ramp_of(pace, side);
  if (way < ramp.way) return std::sqrt(2.0 * std::max(0.0, way) / pace.acceleration);
  if (way <= length - ramp.way) return ramp.time + (way - ramp.way) / ramp.rate;
  return side_duration(pace, side) - std::sqrt(2.0 * std::max(0.0, length - way) / pace.acceleration);
}

double loop_duration(const LoopPace& pace, const JointLoop& loop) {
  return 2.0 * (side_duration(pace, loop.first_side) + side_duration(pace, loop.second_side));
}

JointVector loop_joints(const JointLoop& loop, const JointVector& home, int side, double way) {
  JointVector joints = home;
  const double part = std::copysign(way, loop.side(side));
  joints[loop.first] += side == 0   ? part
                        : side == 1 ? loop.first_side
                        : side == 2 ? loop.first_side - part
                                    : 0.0;
  joints[loop.second] += side == 0   ? 0.0
                         : side == 1 ? part
                         : side == 2 ? loop.second_side
                                     : loop.second_side - part;
  return joints;
}

LoopPoint loop_point(const LoopPace& pace, const JointLoop& loop, const JointVector& home, double time) {
  LoopPoint point{home, JointVector::Zero(home.size())};
  if (!(time > 0.0)) return point;
  for (int side = 0; side < 4; ++side) {
    const double length = std::abs(loop.side(side));
    const double duration = side_duration(pace, length);
    if (time >= duration) {
      time -= duration;
      continue;
    }
    const Ramp ramp = ramp_of(pace, length);
    const double left = duration - time;
    double way = ramp.way + (time - ramp.time) * ramp.rate;
    double rate = ramp.rate;
    if (time < ramp.time) {
      way = 0.5 * pace.acceleration * time * time;
      rate = pace.acceleration * time;
    } else if (left < ramp.time) {
      way = length - 0.5 * pace.acceleration * left * left;
      rate = pace.acceleration * left;
    }
    point.joints = loop_joints(loop, home, side, way);
    point.rates[loop.joint(side)] = std::copysign(rate, loop.side(side)) * (side < 2 ? 1.0 : -1.0);
    return point;
  }
  return point;
}

JointLoop reversed(const JointLoop& loop) {
  return {loop.second, loop.first, loop.second_side, loop.first_side};
}

}  // namespace freefloat
