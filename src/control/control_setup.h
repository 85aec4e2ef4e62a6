#pragma once

#include "control/controller_config.h"
#include "control/good_posture.h"
#include "control/path_clearance.h"
#include "estimation/estimate_state.h"
#include "guidance/hand_path.h"
#include "guidance/task_space.h"
#include "model/motion_limits.h"

namespace freefloat {

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

  const PlanarModel& unloaded() const { return estimator.unloaded.model; }
  const PlanarModel& loaded() const { return estimator.loaded.model; }
};

}  // namespace freefloat
