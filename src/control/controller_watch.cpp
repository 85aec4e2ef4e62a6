// What the controller takes in and what of it is wrong.

#include <algorithm>

#include "control/controller.h"
#include "safety/fault_table.h"
#include "safety/joint_disagreement.h"
#include "safety/monitors.h"

namespace freefloat {

namespace {

/// @return Whether a law of the user's own has rates that a robot of n joints could be asked for.
bool is_sound(const std::optional<LawAnswer>& law, Eigen::Index n) {
  if (!law || law->state > LawState::kLate) return false;
  const JointVector& rates = law->rates;
  const bool none_yet = law->state != LawState::kAnswered && rates.size() == 0;
  return none_yet || (rates.size() == n && std::all_of(rates.begin(), rates.end(), is_possible_rate));
}

}  // namespace

void Controller::take_input(const CycleInput& input) {
  if (input.joints) {
    state_.feedback = *input.joints;
    state_.feedback_time = input.now;
    if (state_.supervisor.state == SupervisorState::kActive) {
      compare_turns(state_.feedback, setup_.config.safety.turn_tolerance, state_.turns);
    } else {
      state_.turns = {};  // what contradicted has been held; a new request tries again
    }
  }
  if (input.markers) note_picture(*input.markers, state_.feedback.rates, state_.repetition);
  if (input.target_markers) note_target_frame(*input.target_markers, state_.target_source.repetition);
  watch_target(input.op.target);
  if (input.op.task_number == state_.task_number) return;
  state_.task_number = input.op.task_number;
  state_.task_start = input.now;
  state_.planner = {};
  state_.meeting = {};
  state_.reorientation = {};
  state_.path = {};
  state_.posture = {};
  state_.detumble = {};
  state_.within_tolerance_since.reset();
  state_.unreachable = false;
  if (input.op.task == Task::kRelease) state_.close_gripper = false;
}

Duration Controller::time_to_stop() const {
  const double deceleration = setup_.config.hold_deceleration;
  return deceleration > 0.0 ? from_seconds(state_.commanded.norm() / deceleration) : Duration{};
}

/// Of several targets the one to be captured is watched since the hand let go of the one before: a capture
/// waits for its first picture as long as it bears to see nothing of a target.
bool Controller::looks_for_target(Time now, const StateEstimate& estimate) const {
  return setup_.estimator.targets.size() > 1 && !state_.estimator.target.initialised &&
         !estimate.target.valid && now - state_.task_start <= setup_.config.safety.target_timeout;
}

std::uint32_t Controller::observe(const CycleInput& input, const StateEstimate& estimate) {
  const ControllerConfig& config = setup_.config;
  note_since(joints_disagree(estimate.compared, config.safety.joint_tolerance), estimate.compared.at,
             state_.disagreeing_since);
  note_since(is_overspeed(config.safety, setup_.limits, state_.feedback), state_.feedback.sample_time,
             state_.overspeed_since);
  const bool moving = may_move(state_.supervisor.state);
  std::uint32_t faults = observe_faults(
      config.safety, setup_.limits,
      {.now = input.now,
       .period = config.period,
       .last_cycle = state_.last_cycle,
       .estimate = estimate,
       .feedback = state_.feedback,
       .feedback_time = state_.feedback_time,
       .commanded = state_.commanded,
       .energised_since = state_.energised_since,
       .disagreeing_since = state_.disagreeing_since,
       .capturing = is_capture(input.op.task) && !holding() && !looks_for_target(input.now, estimate),
       .to_stop = time_to_stop(),
       .contradicted_turns = state_.turns.contradicted,
       .camera_frozen = state_.repetition.frozen,
       .target_frozen = state_.target_source.repetition.frozen,
       .overspeed_since = state_.overspeed_since,
       .disturbed_since = state_.estimator.disturbed_since,
       .moving = moving ? &config.robot : nullptr});
  const bool follows_law = !config.law.empty() && is_capture(input.op.task) && !holding() && moving;
  if (follows_law && !is_sound(input.law, setup_.unloaded().joint_count()))
    faults |= fault_bit(Fault::kLawFailed);
  if (state_.unreachable) faults |= fault_bit(Fault::kTargetUnreachable);
  if (state_.result_not_finite) faults |= fault_bit(Fault::kNotFinite);
  return faults;
}

}  // namespace freefloat
