#pragma once

#include <cstdint>
#include <optional>

#include "types/joint_command.h"
#include "types/joint_feedback.h"
#include "types/law_answer.h"
#include "types/marker_frame.h"
#include "types/meeting_output.h"
#include "types/state_estimate.h"

namespace freefloat {

/// What the operator, or the experiment in his place, asks of the supervisor.
enum class Request : std::uint8_t { kNone, kCheck, kArm, kActivate, kHold, kDisarm, kStop, kAcknowledge };

/// What the arm is to do while the controller is active.
enum class Task : std::uint8_t {
  kHold,
  kCaptureStanding,
  kCaptureMoving,
  kRelease,  ///< the gripper opens
  kJog,      ///< joints by rates
  kReorient,
  kFollowPath,  ///< the hand along a path of the configuration
  kMoveTo,      ///< joints to a posture
  kGrip,        ///< the gripper closes
  kJogHand,     ///< the hand by a velocity
  kDetumble,    ///< joints to rest where the whole turns no faster than wanted, as far as its momentum allows
};

/// @return Whether the hand is led to a target.
inline bool is_capture(Task task) {
  return task == Task::kCaptureStanding || task == Task::kCaptureMoving;
}

/// The operator's part of a cycle's input.
struct OperatorCommand {
  Request request = Request::kNone;
  Task task = Task::kHold;
  std::uint32_t task_number = 0;  ///< rises with every new task, so that equal tasks in a row are told apart
  JointVector jog_rates;          ///< rad/s, for Task::kJog; empty: none
  double turn = 0.0;  ///< Task::kReorient: counter-clockwise from the attitude at the task's start, rad
  double turn_tolerance = 0.0;  ///< Task::kReorient: attitude error allowed at the end, rad
  std::uint32_t path = 0;       ///< Task::kFollowPath: which of ControllerConfig::paths
  JointVector posture;          ///< Task::kMoveTo: joint angles to reach, rad; empty: none
  double posture_rate =
      0.0;  ///< Task::kMoveTo: of the joint that moves farthest, rad/s; 0: as fast as may be
  double posture_tolerance = 0.0;          ///< Task::kMoveTo: error allowed to each joint, rad
  Vector2 jog_velocity = Vector2::Zero();  ///< Task::kJogHand: hand velocity wanted, m/s
  bool jog_in_hand_frame = false;          ///< `jog_velocity` is seen from the hand, else from W
  std::uint32_t target = 0;                ///< which of the targets is followed, to be captured now or next
  double most_rate = 0.0;                  ///< Task::kDetumble: of the whole, wanted at most, rad/s
};

/// Everything that can influence the robot in one cycle. Replaying the logged inputs gives the same outputs,
/// bit for bit.
struct CycleInput {
  Time now{};                          ///< the cycle's own time
  std::optional<MarkerFrame> markers;  ///< newest picture not yet handed over
  /// Newest of the targets' own source not yet handed over, counted as in `markers` and with times of its
  /// own; none where whoever sees the robot sees the targets too.
  std::optional<MarkerFrame> target_markers{};
  std::optional<JointFeedback> joints;  ///< newest status of the servo board not yet handed over
  OperatorCommand op;
  std::optional<LawAnswer> law;  ///< where a law of the user's own leads captures
};

/// States of the supervisor; the last two are latched.
enum class SupervisorState : std::uint8_t { kDisarmed, kReady, kArmed, kActive, kHold, kFault, kStopped };

/// How the current task stands.
enum class TaskStatus : std::uint8_t { kIdle, kPlanning, kRunning, kWaiting, kDone, kUnreachable };

/// Coordinates in which the hand is led to the target; see guidance/chart.h.
enum class ChartKind : std::uint8_t { kCartesian, kPolarCounterClockwise, kPolarClockwise };

/// How a reorientation by loops of the joints stands.
struct ReorientationOutput {
  double goal = 0.0;            ///< attitude to reach, rad
  double missing = 0.0;         ///< from the attitude to the goal, rad
  int loops = 0;                ///< done
  double needed_time = 0.0;     ///< predicted for the rest of the turn, s; 0: not yet known
  double available_time = 0.0;  ///< until the drift carries the satellite to the table's edge margin, s
  double drift_speed = 0.0;     ///< of the mass centre, m/s
  Vector2 drift_acceleration = Vector2::Zero();  ///< of the mass centre, m/s^2
};

/// On the way to a path and along it.
enum class PathStage : std::uint8_t {
  kPlan,      ///< at rest: can the path be followed?
  kApproach,  ///< to the path's begin
  kFollow,
  kDone,
  kRefused,
};

/// Why a path cannot be followed.
enum class PathRefusal : std::uint8_t {
  kNone,
  kNoSuchPath,  ///< or none that this robot could follow at all
  kOuterEdge,   ///< of the singularity-free annulus about the mass centre
  kInnerEdge,
  kSingular,  ///< more than two joints: the arm comes too near to a singularity
  kJointLimit,
  kRateLimit,
  kTableEdge,  ///< the satellite would leave its part of the table
};

/// How a path is being followed.
struct PathOutput {
  PathStage stage = PathStage::kPlan;
  Vector2 begin = Vector2::Zero();  ///< of the path, m
  double along = 0.0;               ///< of the point that the hand follows, from the stage's begin, m
  double length = 0.0;              ///< of the path, m
  double error = 0.0;               ///< hand to path, m
  double lag = 0.0;                 ///< hand to the point that it follows, m
  PathRefusal refusal = PathRefusal::kNone;
  Vector2 refused_at = Vector2::Zero();  ///< the point of the path where it cannot be followed, m
  double refused_by = 0.0;     ///< how far beyond: m at an edge, rad at a joint, wanted over allowed rate
  int refused_joint = 0;       ///< from 0
  double refused_after = 0.0;  ///< predicted time of it, from now, s
};

/// How the rotation of a robot with its payload is brought down.
struct DetumbleOutput {
  double begin_rate = 0.0;     ///< of the satellite at the task's begin, rad/s
  double dictated_rate = 0.0;  ///< that the kept angular momentum leaves to the whole in the posture that is
                               ///< gone to, L / I, rad/s
  double least_rate = 0.0;     ///< the same with the arm stretched as far as it may, rad/s
  double measured_rate = 0.0;  ///< of the satellite since the joints rest, from its attitude, rad/s
};

/// What the guidance decided.
struct GuidanceOutput {
  TaskStatus status = TaskStatus::kIdle;
  Vector2 v_WE = Vector2::Zero();  ///< hand velocity wanted, m/s, after the tangent correction
  Vector2 p_WE_goal =
      Vector2::Zero();  ///< where the hand is led: the target, or the predicted meeting point, m
  ChartKind chart = ChartKind::kCartesian;
  bool unfolding = false;  ///< joints turn towards a well-conditioned posture; v_WE is then not followed
  Time rendezvous{};       ///< planned meeting, moving targets only
  bool tangent_corrected = false;  ///< Yoshida & Umetani 1990, Eq. (16), or its twin at the inner edge
  bool close_gripper = false;
  double distance = 0.0;       ///< hand to target, m
  double closing_speed = 0.0;  ///< |v_WT - v_WE|, m/s
  ReorientationOutput reorientation;
  PathOutput path;
  MeetingOutput meeting;
  DetumbleOutput detumble;
};

/// How the hand velocity became joint rates.
struct ResolvedRates {
  JointVector raw;           ///< before the limit, rad/s
  JointVector limited;       ///< what is commanded, rad/s
  double scale = 1.0;        ///< limited = scale * raw
  double sigma_min = 0.0;    ///< smallest singular value of the generalized Jacobian's position rows, m
  double determinant = 0.0;  ///< of the same, n = 2 only, m^2
  double damping = 0.0;      ///< damping of the least squares, m; zero away from singularities
};

/// Everything that one cycle decided, and what it believed when it did.
struct CycleOutput {
  Time now{};
  SupervisorState state = SupervisorState::kDisarmed;
  std::uint32_t faults = 0;              ///< bits of safety/fault_table.h seen in this cycle
  std::uint32_t latched_faults = 0;      ///< those that keep the supervisor in fault
  std::uint32_t unmet_checks = 0;        ///< bits of safety/fault_table.h that keep it from ready
  std::uint32_t contradicted_turns = 0;  ///< joints whose two sensors tell different turns, a bit each
  StateEstimate estimate;
  GuidanceOutput guidance;
  ResolvedRates resolved;
  JointCommand command;
  MarkerPrediction prediction;  ///< for the next picture
};

}  // namespace freefloat
