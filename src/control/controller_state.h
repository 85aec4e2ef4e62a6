#pragma once

#include <cstdint>

#include "control/plan_capture.h"
#include "estimation/estimate_state.h"
#include "guidance/reorientation.h"
#include "safety/supervisor.h"
#include "types/joint_feedback.h"

namespace freefloat {

/// Everything that a controller remembers from cycle to cycle. Kept in the log from time to time, so that a
/// replay can start there.
struct ControllerState {
  EstimatorState estimator;
  SupervisorMemory supervisor;
  CapturePlannerState planner;
  ReorientationState reorientation;
  JointFeedback feedback;  ///< newest
  bool has_feedback = false;
  Time feedback_time{};  ///< of the cycle that it came in
  Time energised_since{};
  bool energised = false;
  Time disagreeing_since{};  ///< capture time
  bool disagreeing = false;  ///< potentiometers and LEDs, in the newest picture that could tell
  Time last_cycle{};
  bool first_cycle = true;
  JointVector commanded;                ///< rates of the last cycle, rad/s
  Vector2 v_WE_next = Vector2::Zero();  ///< hand velocity that they lead to, m/s
  std::uint32_t task_number = 0;
  Time task_start{};
  Time within_tolerance_since{};
  bool within_tolerance = false;
  bool close_gripper = false;
  bool unreachable = false;
  bool result_not_finite = false;  ///< in the last cycle
};

/// @return Whether all lengths are such as a controller of a robot with so many joints can have; a memory
/// that was read from a file is checked before it is used.
bool fits_robot(const ControllerState& state, int joint_count);

}  // namespace freefloat
