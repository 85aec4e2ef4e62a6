#include "runtime/phase_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/explain_faults.h"
#include "safety/supervisor.h"

namespace freefloat {

PhaseRunner::PhaseRunner(const Experiment& experiment, FaultWords words)
    : readonly_(experiment.readonly), words_(std::move(words)), finished_(experiment.phases.empty()) {
  for (const Phase& phase : experiment.phases) results_.push_back({phase});
}

bool PhaseRunner::passed() const {
  return finished_ && std::all_of(results_.begin(), results_.end(),
                                  [](const PhaseResult& phase) { return phase.verdict == Verdict::kPassed; });
}

bool PhaseRunner::observed() const {
  return finished_ && std::all_of(results_.begin(), results_.end(), [](const PhaseResult& phase) {
           return phase.verdict == Verdict::kPassed || phase.verdict == Verdict::kObserved;
         });
}

OperatorCommand PhaseRunner::next_command(Time now) {
  OperatorCommand op;
  op.task_number = task_number_;
  op.target = target_to_watch();
  if (interrupted_) {
    op.request = Request::kStop;
    return op;
  }
  if (finished_) return op;
  if (!begun_) begin_phase(now);
  op.task_number = task_number_;
  if (finished_) return op;
  const PhaseResult& phase = results_[current_];
  const PhaseKind kind = phase.kind;
  if (kind == PhaseKind::kArm && arming_objection_) {
    if (std::string objection = arming_objection_(); !objection.empty()) {
      end_phase(now, Verdict::kFailed, std::move(objection));
      return op;
    }
  }
  op.request = row_of(kind).request;
  // A fault that comes and goes between check and arm must not leave the arm phase waiting for nothing.
  if (kind == PhaseKind::kArm && was_ready_ && disarmed_) op.request = Request::kCheck;
  op.task = row_of(kind).task;
  fill_task(phase, op);
  if (paused_at_) op.request = Request::kHold;
  return op;
}

/// The target of the present capture or the coming one, which is watched before: its motion is known then
/// when the arm sets out. After the last one that one.
std::uint32_t PhaseRunner::target_to_watch() const {
  std::uint32_t target = followed_before_;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    if (!is_capture(results_[i].kind)) continue;
    target = results_[i].target_number;
    if (i >= current_) break;
  }
  return target;
}

/// What the kind of phase does not say by itself.
void PhaseRunner::fill_task(const PhaseResult& phase, OperatorCommand& op) const {
  switch (phase.kind) {
    case PhaseKind::kReorient:
      op.turn = phase.turn;
      op.turn_tolerance = phase.turn_tolerance;
      return;
    case PhaseKind::kFollowPath:
      op.path = phase.path_number;
      return;
    case PhaseKind::kDetumble:
      op.most_rate = phase.most_rate;
      return;
    case PhaseKind::kMoveTo:
      if (turn_left_) {
        // The joints are there; loops turn the satellite and bring them back there.
        op.task = Task::kReorient;
        op.turn = *turn_left_;
        op.turn_tolerance = phase.turn_tolerance;
        return;
      }
      op.posture = phase.posture;
      op.posture_rate = phase.posture_rate;
      op.posture_tolerance = phase.turn_tolerance;
      return;
    case PhaseKind::kGripper:
      op.task = phase.gripper == GripperAction::kClose ? Task::kGrip : Task::kRelease;
      return;
    case PhaseKind::kJog:
      op.jog_rates = phase.jog_rates;
      if (phase.ended_by != EndedBy::kOperator || phase.jog_rates.size() > 0) return;
      op.jog_rates = jog_.joint_rates;
      if (jog_.joint_rates.size() > 0) return;
      op.task = Task::kJogHand;
      op.jog_velocity = jog_.hand_velocity;
      op.jog_in_hand_frame = jog_.in_hand_frame;
      return;
    default:
      return;
  }
}

void PhaseRunner::begin_phase(Time now) {
  while (failed_ && current_ < results_.size() && !row_of(results_[current_].kind).runs_after_failure) {
    results_[current_].begin = now;
    end_phase(now, Verdict::kSkipped, "an earlier phase failed");
  }
  if (current_ >= results_.size()) {
    finished_ = true;
    return;
  }
  begun_ = true;
  was_active_ = false;
  paused_for_ = {};
  path_error_ = {};
  approach_watch_ = {};
  turn_left_.reset();
  jog_ = {};
  go_on_ = false;
  ++task_number_;
  results_[current_].begin = now;
  events_.push_back(make_event(PhaseMoment::kBegin, now));
}

void PhaseRunner::end_phase(Time now, Verdict verdict, std::string reason) {
  PhaseResult& phase = results_[current_];
  const bool judged = verdict == Verdict::kPassed || verdict == Verdict::kFailed;
  if (readonly_ && judged && (row_of(phase.kind).needs_drives || phase.kind == PhaseKind::kDisarm))
    verdict = Verdict::kObserved;
  phase.verdict = verdict;
  phase.end = now;
  phase.reason = std::move(reason);
  if (phase.capture) phase.capture->duration = to_seconds(phase.end - phase.begin);
  events_.push_back(make_event(PhaseMoment::kEnd, now));
  if (verdict == Verdict::kFailed) failed_ = true;
  begun_ = false;
  paused_at_.reset();
  ++current_;
  if (current_ >= results_.size()) finished_ = true;
}

void PhaseRunner::observe(const CycleOutput& output, const JointFeedback* feedback, const JointLink* link) {
  disarmed_ = output.state == SupervisorState::kDisarmed;
  was_ready_ = was_ready_ || output.state == SupervisorState::kReady;
  was_armed_ = was_armed_ || may_move(output.state);
  if (interrupted_) {
    finished_ = output.now >= stop_until_;
    return;
  }
  const bool latched = output.state == SupervisorState::kFault || output.state == SupervisorState::kStopped;
  if (!begun_ || (paused_at_ && !latched)) return;
  const FaultContext context{output, feedback, link, words_};
  judge(context);
  if (!begun_) return;
  const PhaseResult& phase = results_[current_];
  if (phase.timeout > Duration::zero() && elapsed(output.now) >= phase.timeout) {
    std::string reason = fmt::format("timed out after {:g} s", to_seconds(phase.timeout));
    const std::uint32_t faults = output.faults | output.latched_faults;
    if (faults != 0) reason += "; " + explain_faults(faults, context);
    // What would keep the robot from arming may be why it does not come so far.
    const bool arms = phase.kind == PhaseKind::kCheck || phase.kind == PhaseKind::kArm;
    const std::string objection = arms && arming_objection_ ? arming_objection_() : std::string();
    if (!objection.empty()) reason += "; " + objection;
    if (phase.kind == PhaseKind::kDisarm) reason += "; not confirmed: " + describe_drives(context);
    end_phase(output.now, Verdict::kFailed, reason);
  }
}

void PhaseRunner::interrupt(Time now) {
  if (interrupted_ || finished_) return;
  interrupted_ = true;
  stop_until_ = now + kStopFor;
  if (current_ < results_.size()) {
    if (!begun_) results_[current_].begin = now;
    end_phase(now, Verdict::kInterrupted, "interrupted by the operator");
    while (current_ < results_.size()) {
      results_[current_].begin = now;
      end_phase(now, Verdict::kSkipped, "interrupted by the operator");
    }
    finished_ = false;
  }
}

PhaseEvent PhaseRunner::make_event(PhaseMoment moment, Time at) const {
  const PhaseResult& phase = results_[current_];
  PhaseEvent event;
  event.at = at;
  event.phase_number = static_cast<std::uint32_t>(current_);
  event.name = std::string_view(phase.name);
  event.kind = row_of(phase.kind).name;
  event.moment = moment;
  if (moment == PhaseMoment::kBegin) return event;
  event.passed = phase.verdict == Verdict::kPassed;
  event.skipped = phase.verdict == Verdict::kSkipped;
  event.observed = phase.verdict == Verdict::kObserved;
  event.reason = std::string_view(phase.reason);
  if (phase.capture) {
    event.add_number("distance_m", phase.capture->distance);
    event.add_number("relative_speed_m_s", phase.capture->relative_speed);
  }
  if (phase.reached) {
    event.add_number("joint_error_rad", phase.reached->joint_error);
    event.add_number("attitude_error_rad", phase.reached->attitude_error);
  }
  if (phase.followed) {
    event.add_number("path_rms_m", phase.followed->rms);
    event.add_number("path_max_m", phase.followed->largest);
    event.add_number("lag_rms_m", phase.followed->lag_rms);
    event.add_number("path_length_m", phase.followed->length);
  }
  if (phase.detumbled) {
    event.add_number("begin_rate_rad_s", phase.detumbled->begin_rate);
    event.add_number("dictated_rate_rad_s", phase.detumbled->dictated_rate);
    event.add_number("least_rate_rad_s", phase.detumbled->least_rate);
    event.add_number("measured_rate_rad_s", phase.detumbled->measured_rate);
  }
  if (phase.achieved_turn) {
    event.add_number("turned_rad", phase.achieved_turn->turned);
    event.add_number("turn_error_rad", phase.achieved_turn->error);
    event.add_number("joint_error_rad", phase.achieved_turn->joint_error);
    event.add_number("loops", phase.achieved_turn->loops);
  }
  return event;
}

std::vector<PhaseEvent> PhaseRunner::take_events() {
  return std::exchange(events_, {});
}

}  // namespace freefloat
