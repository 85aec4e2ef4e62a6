#pragma once

#include <cstdint>

#include "control/follow_path.h"
#include "control/meet_target.h"
#include "control/plan_capture.h"
#include "estimation/estimate_state.h"
#include "estimation/target_source.h"
#include "guidance/detumble.h"
#include "guidance/posture_motion.h"
#include "guidance/reorientation.h"
#include "safety/picture_repetition.h"
#include "safety/supervisor.h"
#include "safety/turn_comparison.h"
#include "types/joint_feedback.h"

namespace freefloat {

/// What is remembered of the targets' own source, where they have one.
struct TargetSourceMemory {
  TargetSourceWatch watch;
  SourceRepetition repetition;

  /// @return Whether anything has come of it yet.
  bool any() const { return watch.newest != Time{} || repetition.content != 0; }
};

/// Everything that a controller remembers from cycle to cycle. Kept in the log from time to time, so that a
/// replay can start there.
struct ControllerState {
  EstimatorState estimator;
  SupervisorMemory supervisor;
  CapturePlanner planner;
  MeetingPlanner meeting;
  FallWatch fall;
  ReorientationState reorientation;
  PathFollowing path;
  PostureMotion posture;
  DetumbleState detumble;
  Vector2 p_EC = Vector2::Zero();         ///< held target's mass centre from the hand, last link's frame, m
  bool grip_known = false;                ///< `p_EC` is that of the target in the gripper
  JointFeedback feedback;                 ///< newest
  std::optional<Time> feedback_time;      ///< of the cycle that it came in
  std::optional<Time> energised_since;    ///< the board is told to energise
  std::optional<Time> disagreeing_since;  ///< capture time; potentiometers and LEDs, up to the newest picture
                                          ///< that could tell
  std::optional<Time> overspeed_since;    ///< sample time; all readings since then are beyond the limit
  std::optional<Time> last_cycle;
  TurnComparison turns;                 ///< of the joints while active
  PictureRepetition repetition;         ///< of the camera
  TargetSourceMemory target_source;     ///< a message of its own in the log
  JointVector commanded;                ///< rates of the last cycle, rad/s
  Vector2 v_WE_next = Vector2::Zero();  ///< hand velocity that they lead to, m/s
  std::uint32_t task_number = 0;
  Time task_start{};
  std::optional<Time> within_tolerance_since;
  bool close_gripper = false;
  bool unreachable = false;
  bool result_not_finite = false;  ///< in the last cycle
};

/// @return Whether all lengths are such as a controller of a robot with so many joints can have; a memory
/// that was read from a file is checked before it is used.
bool fits_robot(const ControllerState& state, int joint_count);

}  // namespace freefloat
