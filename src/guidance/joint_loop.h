#pragma once

#include "types/joint_vector.h"

namespace freefloat {

/// A closed rectangle in joint space: one joint, another, the first back, the second back; Dubowsky & Vafa
/// 1987, Fig. 6, with sides along two joints and of any length.
struct JointLoop {
  int first = 0;             ///< joint that moves first, from 0
  int second = 1;            ///< joint that moves next
  double first_side = 0.0;   ///< rad
  double second_side = 0.0;  ///< rad

  double side(int index) const { return index % 2 == 0 ? first_side : second_side; }
  int joint(int index) const { return index % 2 == 0 ? first : second; }
};

/// How fast a side is gone through: up to speed, along, down to rest.
struct LoopPace {
  double max_rate = 0.0;      ///< rad/s
  double acceleration = 0.0;  ///< rad/s^2
};

/// @param pace How fast.
/// @param side Length of a side, any sign, rad.
/// @return Time from rest to rest, s.
double side_duration(const LoopPace& pace, double side);

/// @param pace How fast.
/// @param side Length of the side, any sign, rad.
/// @param way Part of the side that has been gone, 0 .. |side|, rad.
/// @return Time from the side's start, s.
double time_along_side(const LoopPace& pace, double side, double way);

/// @return Time of the whole loop, s.
double loop_duration(const LoopPace& pace, const JointLoop& loop);

/// A place on the loop, and the rates there.
struct LoopPoint {
  JointVector joints;  ///< rad
  JointVector rates;   ///< rad/s
};

/// @param pace How fast.
/// @param loop The rectangle.
/// @param home Joints where the loop begins and ends, rad.
/// @param time From its start, s; before and after, the arm rests at home.
LoopPoint loop_point(const LoopPace& pace, const JointLoop& loop, const JointVector& home, double time);

/// @param loop The rectangle.
/// @param home Joints where the loop begins and ends, rad.
/// @param side 0 .. 3: side in whose course the point lies.
/// @param way Part of the side that has been gone, 0 .. |side|, rad.
JointVector loop_joints(const JointLoop& loop, const JointVector& home, int side, double way);

/// @return The same rectangle the other way round: it turns the satellite back.
JointLoop reversed(const JointLoop& loop);

}  // namespace freefloat
