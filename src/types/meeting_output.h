#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "types/joint_vector.h"

namespace freefloat {

/// How the arm gets to a meeting: the elbow stays on its side or turns over, joint 1 turns left or right.
enum class MeetingWay : std::uint8_t { kKeptLeft, kKeptRight, kOverLeft, kOverRight };

/// The best meeting that was found on one way.
struct WayToMeet {
  bool found = false;
  double time = 0.0;       ///< until the meeting when it was looked for, s
  double waits = 0.0;      ///< of that, what the joints would not need: the target comes later, s
  double sigma_min = 0.0;  ///< of J* at the meeting, m
  bool held = false;       ///< satellite and target, or arm and table's edge, would touch on the way
};

/// One a MeetingWay.
using WaysToMeet = std::array<WayToMeet, 4>;

/// The plan of a capture that is planned in time, and what else there was.
struct MeetingOutput {
  bool planned = false;
  std::uint32_t number = 0;  ///< of the plan in use, rising each time that another one is taken
  double time = 0.0;         ///< until the meeting, from the middle of the last command's effect, s
  JointVector joints;        ///< at the meeting, rad
  JointVector rates;         ///< at the meeting, rad/s
  MeetingWay way = MeetingWay::kKeptLeft;  ///< that was chosen
  WaysToMeet ways;                         ///< what it was chosen from
  Vector2 fall = Vector2::Zero();          ///< of all that floats, as it is believed, m/s^2
};

}  // namespace freefloat
