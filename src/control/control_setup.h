#pragma once

#include "control/controller_config.h"
#include "control/good_posture.h"
#include "control/path_clearance.h"
#include "estimation/estimate_state.h"
#include "guidance/hand_path.h"
#include "guidance/task_space.h"
#include "model/motion_limits.h"

namespace freefloat {

/// @return Whether captures of this configuration are planned in time: meet_target.h.
bool is_planned_in_time(const ControllerConfig& config);

/// @param config Robot, rate limit and its norm. @return Rate that each joint may have, rad/s.
double joint_rate_limit(const ControllerConfig& config);

/// @return With which a joint's drive goes from one commanded rate to the next, rad/s^2.
double drive_acceleration(const ControllerConfig& config);

/// What is known of a target before it is held.
/// @param config With all targets. @param target Number, from 0; the first where there is none such.
const PayloadParameters& payload_of(const ControllerConfig& config, std::uint32_t target);

/// All that the controller knows before the run: its configuration, and what follows from it. Made once.
struct ControlSetup {
  /// @param config Validated.
  explicit ControlSetup(const ControllerConfig& config);

  ControllerConfig config;
  EstimatorSetup estimator;  ///< holds the models of the robot alone and with the target in its gripper
  MotionLimits limits;
  PathClearance clearance;       ///< what predicted paths keep to
  HandWorkspace workspace;       ///< where the hand may be led
  GoodPosture good_posture;      ///< to which the arm is unfolded
  std::vector<PathTable> paths;  ///< as in the configuration

  /// What is known of a target. @param target Number, from 0. @return Null: there is none such.
  const PayloadParameters* payload_of(std::uint32_t target) const;

  /// How the hand is to come to the target that it is led to. @return Null: from anywhere.
  const Approach* approach() const;

  /// Another direction is wished of it. @param angle Counter-clockwise, rad.
  void turn_approach(double angle);

  /// The loaded robot becomes the one that holds this target so, and it is the one that is led to; takes no
  /// memory.
  /// @param target Number, from 0; another changes nothing.
  /// @param p_EC The target's mass centre from the hand, last link's frame, m.
  void hold(std::uint32_t target, const Vector2& p_EC);

  /// As before the first `hold`: the first target, as the configuration says that it is held; takes no
  /// memory.
  void forget_hold();

  const PlanarModel& unloaded() const { return estimator.unloaded.model; }
  const PlanarModel& loaded() const { return estimator.loaded.model; }

 private:
  RobotParameters held_;            // the loaded robot's file, changed in place
  RobotFilterSetup as_configured_;  // the loaded robot before that
  std::uint32_t led_to_ = 0;        // target
};

}  // namespace freefloat
