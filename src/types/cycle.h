#pragma once

#include <cstdint>
#include <optional>

#include "types/joint_command.h"
#include "types/joint_feedback.h"
#include "types/marker_frame.h"
#include "types/state_estimate.h"

namespace freefloat {

/// What the operator, or the experiment in his place, asks of the supervisor.
enum class Request : std::uint8_t { kNone, kCheck, kArm, kActivate, kHold, kDisarm, kStop, kAcknowledge };

/// What the arm is to do while the controller is active.
enum class Task : std::uint8_t { kHold, kCaptureStanding, kCaptureMoving, kRelease, kJog, kReorient };

/// The operator's part of a cycle's input.
struct OperatorCommand {
  Request request = Request::kNone;
  Task task = Task::kHold;
  std::uint32_t task_number = 0;  ///< rises with every new task, so that equal tasks in a row are told apart
  JointVector jog_rates;          ///< rad/s, for Task::kJog; empty: none
  double turn = 0.0;  ///< Task::kReorient: counter-clockwise from the attitude at the task's start, rad
  double turn_tolerance = 0.0;  ///< Task::kReorient: attitude error allowed at the end, rad
};

/// Everything that can influence the robot in one cycle. Replaying the logged inputs gives the same outputs,
/// bit for bit.
struct CycleInput {
  Time now{};                           ///< the cycle's own time
  std::optional<MarkerFrame> markers;   ///< newest picture not yet handed over
  std::optional<JointFeedback> joints;  ///< newest status of the servo board not yet handed over
  OperatorCommand op;
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
  std::uint32_t faults = 0;          ///< bits of safety/fault_table.h seen in this cycle
  std::uint32_t latched_faults = 0;  ///< those that keep the supervisor in fault
  std::uint32_t unmet_checks = 0;    ///< bits of safety/fault_table.h that keep it from ready
  StateEstimate estimate;
  GuidanceOutput guidance;
  ResolvedRates resolved;
  JointCommand command;
  MarkerPrediction prediction;  ///< for the next picture
};

}  // namespace freefloat
