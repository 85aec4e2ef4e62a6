#pragma once

#include "control/controller_config.h"
#include "control/controller_state.h"
#include "control/plan_capture.h"
#include "estimation/estimate_state.h"
#include "safety/monitors.h"
#include "types/cycle.h"

namespace freefloat {

/// The controller: from one cycle's input to its command. Pure: everything that can influence the robot is in
/// CycleInput, all memory is in here, and nothing inside reads a clock, allocates, locks, logs or throws. The
/// same inputs give the same outputs, bit for bit.
class Controller {
 public:
  /// Does all work that can be done before the run; may throw std::bad_alloc, never later.
  /// @param config Validated.
  explicit Controller(const ControllerConfig& config);

  /// One cycle.
  CycleOutput step(const CycleInput& input) noexcept;

  /// @return Where the hand may be led: computed from the robot, m.
  const HandWorkspace& workspace() const { return workspace_; }

  /// @return The whole memory between two cycles. A controller of the same configuration that is restored to
  /// it goes on bit for bit.
  ControllerState state() const;

  /// @return False, and nothing is changed, when the memory is not that of a controller of this robot.
  bool restore(const ControllerState& state);

 private:
  bool holding() const { return state_.has_feedback && state_.feedback.gripper == GripperState::kHolding; }
  void remember_feedback(const CycleInput& input);
  void remember_disagreement(const StateEstimate& estimate);
  void begin_task(const CycleInput& input);
  std::uint32_t observe(const CycleInput& input, const StateEstimate& estimate) const;
  void guide_hand(const CycleInput& input, CycleOutput& out);
  void lead_along_plan(const CycleInput& input, const PredictionSetup& setup, CycleOutput& out);
  void turn_satellite(const CycleInput& input, CycleOutput& out);
  CapturePlan present_plan() const;
  void mind_gripper(Time now, const StateEstimate& estimate, GuidanceOutput& guidance);
  JointVector rates_of_state(const CycleInput& input, const ResolvedRates& resolved) const;
  JointCommand make_command(const CycleInput& input, const JointVector& rates) const;
  PredictionSetup prediction_setup() const;

  const ControllerConfig config_;
  const PlanarModel unloaded_;
  const PlanarModel loaded_;
  const EstimatorSetup estimator_setup_;
  const MonitorSetup monitor_setup_;
  const HandWorkspace workspace_;
  const GoodPosture good_posture_;

  ControllerState state_;  // but for the planner's part, which stands in `planner_`
  CapturePlanner planner_;
};

}  // namespace freefloat
