#pragma once

#include <optional>

#include "estimation/command_history.h"
#include "estimation/rate_history.h"
#include "estimation/robot_filter.h"
#include "estimation/target_filter.h"
#include "estimation/tumbling_filter.h"
#include "model/robot_parameters.h"
#include "types/joint_feedback.h"
#include "types/state_estimate.h"

namespace freefloat {

/// A target that may be followed.
struct WatchedTarget {
  int first_marker = 0;  ///< number of its first LED in MarkerFrame, which marks the grapple point
  std::optional<TumblingBody> shape;  ///< empty: it is followed as a point
};

/// What the estimator knows before the run.
struct EstimatorSetup {
  RobotFilterSetup unloaded;  ///< the robot alone
  RobotFilterSetup loaded;    ///< with the target in its gripper
  std::vector<WatchedTarget> targets;
  bool target_apart =
      false;  ///< a source of their own tells the targets (target_source.h), not the robot's frames
};

/// @param unloaded The robot alone.
/// @param loaded The robot with the target in its gripper.
/// @param payload_fixed The target is fixed to the table: a robot that holds it is not free.
/// @param target_marker_count LEDs after the robot's, of the one target that is followed as a point.
/// @param config Noise and gates.
EstimatorSetup make_estimator_setup(const RobotParameters& unloaded, const RobotParameters& loaded,
                                    bool payload_fixed, int target_marker_count,
                                    const EstimatorConfig& config);

/// The estimator's memory: both filters stand at the capture time of the last frame used.
struct EstimatorState {
  RobotFilterState robot;
  TargetFilterState target;
  TumblingFilterState tumbling;
  std::uint32_t watched = 0;  ///< which of the targets is followed
  RateHistory history;
  CommandHistory commands;  ///< for RatesBetweenReadings::kCommanded; else empty
  bool loaded = false;
  Time last_frame{};  ///< capture time of the last frame with a robot LED that passed the gate
  std::optional<Time> disturbed_since;  ///< capture time since which some robot LED has failed the gate
  MarkerUpdate last_update;
  std::uint32_t contradicted_markers = 0;  ///< of the last frame used, target included, a bit each
  std::optional<Time> contradicted_since;  ///< capture time since when each frame had such
  JointComparison compared;
};

/// One cycle of estimation. Measurements count at their capture time: the filters advance to it through the
/// recorded joint rates; the result is predicted from there to the time the command takes effect.
/// Frames that come twice, older than one used before, older than 0.25 s or from the future are ignored, and
/// so is feedback that is not finite.
/// @param setup As made once by make_estimator_setup.
/// @param now The cycle's time.
/// @param markers Newest picture not yet used; none: there is none.
/// @param joints Newest status of the servo board not yet used.
/// @param holding The gripper holds the target: its mass belongs to the robot from here on.
/// @param state The memory; goes on.
StateEstimate estimate_state(const EstimatorSetup& setup, Time now, const std::optional<MarkerFrame>& markers,
                             const std::optional<JointFeedback>& joints, bool holding, EstimatorState& state);

/// @return Where the LEDs are expected at the estimate's time, with their velocities: none while the estimate
/// is not valid. The newest potentiometer angles are given in any case.
MarkerPrediction predict_markers(const EstimatorSetup& setup, const EstimatorState& state,
                                 const StateEstimate& estimate);

}  // namespace freefloat
