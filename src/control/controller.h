#pragma once

#include "control/controller_config.h"
#include "control/plan_capture.h"
#include "estimation/estimate_state.h"
#include "safety/monitors.h"
#include "safety/supervisor.h"
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

 private:
  bool holding() const { return has_feedback_ && feedback_.gripper == GripperState::kHolding; }
  void remember_feedback(const CycleInput& input);
  void remember_disagreement(const StateEstimate& estimate);
  void begin_task(const CycleInput& input);
  std::uint32_t observe(const CycleInput& input, const StateEstimate& estimate) const;
  void guide_hand(const CycleInput& input, CycleOutput& out);
  void lead_along_plan(const CycleInput& input, const PredictionSetup& setup, CycleOutput& out);
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

  EstimatorState estimator_;
  SupervisorMemory supervisor_;
  CapturePlanner planner_;
  JointFeedback feedback_;  // newest
  bool has_feedback_ = false;
  Time feedback_time_{};
  Time energised_since_{};
  bool energised_ = false;
  Time disagreeing_since_{};  // capture time
  bool disagreeing_ = false;  // potentiometers and LEDs, in the newest picture that could tell
  Time last_cycle_{};
  bool first_cycle_ = true;
  JointVector commanded_;                // rates of the last cycle
  Vector2 v_WE_next_ = Vector2::Zero();  // hand velocity that they lead to
  std::uint32_t task_number_ = 0;
  Time task_start_{};
  Time within_tolerance_since_{};
  bool within_tolerance_ = false;
  bool close_gripper_ = false;
  bool unreachable_ = false;
  bool result_not_finite_ = false;  // in the last cycle
};

}  // namespace freefloat
