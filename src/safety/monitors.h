#pragma once

#include <vector>

#include "model/robot_parameters.h"
#include "safety/safety_config.h"
#include "types/cycle.h"
#include "types/joint_feedback.h"
#include "types/table.h"

namespace freefloat {

/// What the monitors know before the run.
struct MonitorSetup {
  SafetyConfig config;
  std::vector<JointLimits> joint_limits;
  TableParameters table;
  double satellite_radius = 0.0;  ///< of the circle around the satellite's outline, m
  double max_joint_rate = 0.0;    ///< rad/s
  Duration period{};
};

/// What they look at in one cycle.
struct MonitorView {
  Time now{};
  Time last_cycle{};  ///< before this one; equal to `now` in the first
  const StateEstimate* estimate = nullptr;
  const JointFeedback* feedback = nullptr;  ///< newest; null before the first
  Time feedback_time{};                     ///< when it was handed over
  const JointVector* commanded = nullptr;   ///< rates of the last cycle, rad/s
  Duration energised_for{};                 ///< how long the board has been told to energise; zero: it is not
  Duration disagreeing_for{};               ///< from the first picture in which potentiometers and
  ///< LEDs are beyond `joint_tolerance` to the newest
  bool capturing = false;  ///< the present task needs the target
};

/// @return Bits of the faults that are there now; Fault::kTargetUnreachable and Fault::kNotFinite of results
/// are the controller's own to add.
std::uint32_t observe_faults(const MonitorSetup& setup, const MonitorView& view);

}  // namespace freefloat
