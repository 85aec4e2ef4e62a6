#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "guidance/meeting.h"
#include "runtime/run_config.h"
#include "runtime/run_session.h"

namespace freefloat {

/// How one case ended. Numbers that a run did not come to are NaN.
struct CaseResult {
  std::uint64_t seed = 0;
  bool captured = false;                ///< the capture phase has passed
  bool passed = false;                  ///< every phase has
  std::string reason;                   ///< of the first phase that has not
  double capture_time = kUnknown;       ///< from the capture phase's begin, s
  double grasp_time = kUnknown;         ///< from there until the gripper was told to close, dwell included, s
  double distance = kUnknown;           ///< true hand to target when the gripper was told to close, m
  double relative_speed = kUnknown;     ///< the same moment, m/s
  double grasp_hand_error = kUnknown;   ///< hand's estimate to truth, the same moment, m
  double hand_error_squared = 0.0;      ///< mean over the run after the check phase, m^2
  double attitude_error_squared = 0.0;  ///< rad^2
  double worst_hand_error = 0.0;        ///< largest of the hand's errors, m
  int wrong_labels = 0;                 ///< LEDs that the controller was told more than 10 mm off
  double largest_joint_rate = 0.0;      ///< commanded, rad/s
  double straightness = kUnknown;       ///< largest deviation over length; standing targets only
  bool limited = false;    ///< a joint rate limit, an edge or the way around the hole bent the path
  double simulated = 0.0;  ///< length of the run, s
  double margin = 0.0;     ///< what was left of its limits, see run_margin.h
  std::optional<MeetingScene> begin;  ///< of the capture, in truth
};

/// Runs one case.
/// @param prepare Called before the run, for example to record it; may be empty.
/// @param finished Called with the run's record; may be empty.
CaseResult run_case(const RunConfig& config, const std::function<void(RunSession&)>& prepare = {},
                    const std::function<void(RunRecord)>& finished = {});

}  // namespace freefloat
