#pragma once

#include "control/control_setup.h"
#include "control/controller_state.h"
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
  const HandWorkspace& workspace() const { return setup_.workspace; }

  /// @return All that it knew before the run.
  const ControlSetup& setup() const { return setup_; }

  /// @return The whole memory between two cycles. A controller of the same configuration that is restored to
  /// it goes on bit for bit.
  const ControllerState& state() const { return state_; }

  /// @return False, and nothing is changed, when the memory is not that of a controller of this robot.
  bool restore(const ControllerState& state);

 private:
  bool holding() const { return state_.feedback.gripper == GripperState::kHolding; }
  /// With what the gripper holds.
  const PlanarModel& present_model() const { return holding() ? setup_.loaded() : setup_.unloaded(); }
  /// Held by a table, the robot is no longer free.
  bool held_by_table() const { return holding() && !setup_.estimator.loaded.free; }
  void watch_target(std::uint32_t target);
  void note_grip();
  void take_input(const CycleInput& input);
  Duration time_to_stop() const;
  bool looks_for_target(Time now, const StateEstimate& estimate) const;
  std::uint32_t observe(const CycleInput& input, const StateEstimate& estimate);
  /// Does what the task asks for beside leading the hand. @return The plan along which the hand is led, if
  /// any.
  std::optional<CapturePlan> guide(const CycleInput& input, CycleOutput& out);
  void turn_satellite(const CycleInput& input, CycleOutput& out);
  void move_joints(const CycleInput& input, CycleOutput& out);
  void detumble(const CycleInput& input, CycleOutput& out);
  void meet(const CycleInput& input, CycleOutput& out);
  void follow_law(const LawAnswer& law, CycleOutput& out);
  /// @return The hand velocity that a path or a person asks for, m/s; none where nothing is asked for.
  std::optional<Vector2> lead_without_target(const CycleInput& input, CycleOutput& out);
  void decide_gripper(const CycleInput& input, const StateEstimate& estimate, GuidanceOutput& guidance);
  JointVector rates_of_state(const CycleInput& input, const ResolvedRates& resolved) const;
  JointCommand make_command(const CycleInput& input, const JointVector& rates) const;
  void remember(CycleOutput& out);

  ControlSetup setup_;  // only the loaded robot changes, with each grip
  ControllerState state_;
};

}  // namespace freefloat
