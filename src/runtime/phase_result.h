#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "runtime/experiment.h"

namespace freefloat {

/// A number that is not known.
inline constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// How a phase, or a whole run, ended. Observed: nothing was commanded, so neither passed nor failed.
enum class Verdict : std::uint8_t { kPassed, kFailed, kSkipped, kInterrupted, kObserved };

/// What a capture phase achieved; unknown numbers are NaN.
struct CaptureNumbers {
  double duration = kUnknown;        ///< from the phase's begin to its end, s
  double distance = kUnknown;        ///< hand to target when the gripper was told to close, m
  double relative_speed = kUnknown;  ///< |v_WT - v_WE| at the same moment, m/s
  double straightness =
      kUnknown;  ///< largest deviation from the straight line over its length, standing targets
};

/// What a reorientation achieved, as far as it came.
struct TurnNumbers {
  double turned = 0.0;       ///< counter-clockwise since the phase's begin, rad
  double error = 0.0;        ///< turned less what was asked, rad
  double joint_error = 0.0;  ///< largest distance of a joint from where it was, rad
  int loops = 0;             ///< of the joints
};

/// How a hand followed its path, as far as it came: distances of the hand from the path.
struct PathNumbers {
  double rms = kUnknown;        ///< by the estimate, m
  double largest = kUnknown;    ///< by the estimate, m
  double lag_rms = kUnknown;    ///< hand to the point that it follows, by the estimate, m
  double length = 0.0;          ///< of the path, m
  double truth_rms = kUnknown;  ///< of the true hand, where it is known, m
  double truth_largest = kUnknown;
  Vector2 begin = Vector2::Zero();  ///< of the path, m
};

/// How near a motion to a posture came.
struct PostureNumbers {
  double joint_error = 0.0;          ///< largest distance of a joint from where it was to be, rad
  double attitude_error = kUnknown;  ///< of the satellite, where it was asked for, rad
};

/// A condition of the experiment on the whole run.
struct ConditionResult {
  std::string text;         ///< as in the file
  double value = kUnknown;  ///< in the unit that its text names
  bool holds = false;
};

/// A phase of the experiment, and how it ended.
struct PhaseResult : Phase {
  Verdict verdict = Verdict::kSkipped;
  Time begin{};
  Time end{};
  std::string reason{};                        ///< why it failed, was skipped or interrupted; may be empty
  std::optional<CaptureNumbers> capture{};     ///< captures that came to the gripper's order
  std::optional<TurnNumbers> achieved_turn{};  ///< reorient, once it was active
  std::optional<PostureNumbers> reached{};     ///< move_to, once it was active
  std::optional<PathNumbers> followed{};       ///< follow_path, once the hand was on its path
  std::optional<DetumbleOutput> detumbled{};   ///< detumble, once it was active
};

}  // namespace freefloat
