#pragma once

#include <optional>

#include "model/motion_limits.h"
#include "safety/safety_config.h"
#include "types/cycle.h"
#include "types/joint_feedback.h"

namespace freefloat {

/// What the monitors look at in one cycle.
struct MonitorView {
  Time now{};
  Duration period{};                 ///< of the cycles, as configured
  std::optional<Time> last_cycle{};  ///< before this one
  const StateEstimate& estimate;
  const JointFeedback& feedback;            ///< newest
  std::optional<Time> feedback_time{};      ///< when it was handed over; none: there is none
  const JointVector& commanded;             ///< rates of the last cycle, rad/s
  std::optional<Time> energised_since{};    ///< the board has been told to energise
  std::optional<Time> disagreeing_since{};  ///< first picture since when potentiometers and LEDs are beyond
                                            ///< `joint_tolerance`
  bool capturing = false;                   ///< the present task needs the target
  Duration to_stop{};                       ///< until the arm rests when it is held now
  std::uint32_t contradicted_turns = 0;     ///< joints, a bit each
  bool camera_frozen = false;               ///< the pictures repeat one another
  bool target_frozen = false;               ///< frames of the targets' own source repeat one another
  std::optional<Time> overspeed_since{};    ///< sample time; all readings since then are beyond the limit
  std::optional<Time> disturbed_since{};    ///< capture time; some LED has since been refused in each picture
  const RobotParameters* moving =
      nullptr;  ///< the robot, while it may move: its way until it rests is looked at
};

/// @return Whether a joint is measured beyond `overspeed_factor` times the limit; not where the reading is of
/// another robot or not finite.
bool is_overspeed(const SafetyConfig& config, const MotionLimits& limits, const JointFeedback& feedback);

/// @return Bits of the faults that are there now; Fault::kTargetUnreachable and Fault::kNotFinite of results
/// are the controller's own to add.
std::uint32_t observe_faults(const SafetyConfig& config, const MotionLimits& limits, const MonitorView& view);

}  // namespace freefloat
