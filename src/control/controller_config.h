#pragma once

#include <optional>
#include <string>
#include <vector>

#include "estimation/estimator_config.h"
#include "guidance/guidance_config.h"
#include "guidance/hand_path.h"
#include "model/robot_parameters.h"
#include "safety/safety_config.h"
#include "types/approach.h"
#include "types/table.h"
#include "types/time.h"

namespace freefloat {

/// Norm of Yoshida & Umetani 1990, Eq. (13).
enum class RateNorm : std::uint8_t {
  kEuclidean,         ///< as printed
  kLargestComponent,  ///< no joint above the limit
};

/// What joins the last link when the gripper holds the target.
struct PayloadParameters {
  double mass = 0.0;     ///< kg; zero: the target is fixed to the table
  double inertia = 0.0;  ///< about its own mass centre, kg m^2
  bool fixed = true;     ///< fixed to the table: the robot is then no longer free
  /// Mass centre from the grapple point, target's frame, m. Given: the target is followed as a body that
  /// turns, by two LEDs or more; empty: as a point, which is its mass centre.
  std::optional<Vector2> mass_centre{};
  double mass_centre_sigma = 2e-3;  ///< how well that is known along either axis, m
};

/// A target as the controller knows it.
struct TargetKnowledge {
  std::vector<Vector2> markers;  ///< its LEDs from the grapple point, target's frame, m; the first marks it
  PayloadParameters payload;
  TargetShape shape{};                 ///< its outline, from the grapple point
  std::optional<Approach> approach{};  ///< how the hand is to come to it; empty: from anywhere
};

/// Everything the controller knows before the run; immutable.
struct ControllerConfig {
  RobotParameters robot;
  TableParameters table;
  int target_marker_count = 1;       ///< LEDs after the robot's; the first marks the grapple point
  TargetShape target_shape;          ///< its outline, from the grapple point
  std::optional<Approach> approach;  ///< how the hand is to come to it; empty: from anywhere
  PayloadParameters payload;
  std::vector<Vector2>
      target_markers;  ///< places of those LEDs; only needed where `payload` has a mass centre
  std::vector<TargetKnowledge> more_targets;  ///< whose LEDs follow, in this order
  /// Who tells the targets apart from the robot, for messages: `motion capture at 192.168.1.10`; empty:
  /// whoever sees the robot sees them too.
  std::string target_source;
  Duration period = from_seconds(0.01);  ///< of the loop
  double max_joint_rate = 0.0;           ///< phi_max of Eq. (13), rad/s
  double max_joint_acceleration = 0.0;   ///< that the servo can follow, rad/s^2; 0: the rate in 50 ms
  RateNorm rate_norm = RateNorm::kLargestComponent;
  double singularity_threshold = 0.01;         ///< sigma_min below which the least squares are damped, m
  double max_damping = 0.01;                   ///< damping at sigma_min = 0, m
  double hold_deceleration = 0.0;              ///< rad/s^2 with which `hold` ramps to zero
  Duration time_to_live = from_seconds(0.06);  ///< of each command
  std::string law;  ///< file of a law of the user's own that leads captures; empty: the guidance does
  EstimatorConfig estimator;
  GuidanceConfig guidance;
  SafetyConfig safety;
  std::vector<HandPath> paths;  ///< that Task::kFollowPath may name
};

}  // namespace freefloat
