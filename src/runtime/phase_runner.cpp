#include "runtime/phase_runner.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "runtime/explain_failed_turn.h"
#include "runtime/explain_faults.h"
#include "safety/fault_table.h"

namespace freefloat {

namespace {

constexpr Duration kStopFor = std::chrono::milliseconds(300);  // STOP is repeated so long after an interrupt

bool is_armed(SupervisorState state) {
  return state == SupervisorState::kArmed || state == SupervisorState::kActive ||
         state == SupervisorState::kHold;
}

}  // namespace

PhaseRunner::PhaseRunner(const Experiment& experiment, double joint_tolerance)
    : experiment_(experiment),
      joint_tolerance_(joint_tolerance),
      outcomes_(experiment.phases.size()),
      finished_(experiment.phases.empty()) {}

bool PhaseRunner::passed() const {
  for (const PhaseOutcome& outcome : outcomes_) {
    if (outcome.verdict != PhaseOutcome::Verdict::kPassed) return false;
  }
  return finished_;
}

bool PhaseRunner::observed() const {
  for (const PhaseOutcome& outcome : outcomes_) {
    if (outcome.verdict != PhaseOutcome::Verdict::kPassed &&
        outcome.verdict != PhaseOutcome::Verdict::kObserved)
      return false;
  }
  return finished_;
}

OperatorCommand PhaseRunner::next_command(Time now) {
  OperatorCommand op;
  op.task_number = task_number_;
  if (interrupted_) {
    op.request = Request::kStop;
    return op;
  }
  if (finished_) return op;
  if (!begun_) begin_phase(now);
  op.task_number = task_number_;
  if (finished_) return op;
  const PhaseKind kind = experiment_.phases[current_].kind;
  if (kind == PhaseKind::kArm && arming_objection_) {
    if (std::string objection = arming_objection_(); !objection.empty()) {
      end_phase(now, PhaseOutcome::Verdict::kFailed, std::move(objection));
      return op;
    }
  }
  op.request = request_of(kind);
  // A fault that comes and goes between check and arm must not leave the arm phase waiting for nothing.
  if (kind == PhaseKind::kArm && was_ready_ && disarmed_) op.request = Request::kCheck;
  op.task = task_of(kind);
  if (kind == PhaseKind::kReorient) {
    op.turn = experiment_.phases[current_].turn;
    op.turn_tolerance = experiment_.phases[current_].turn_tolerance;
  }
  return op;
}

void PhaseRunner::begin_phase(Time now) {
  while (failed_ && current_ < experiment_.phases.size() &&
         !runs_after_failure(experiment_.phases[current_].kind)) {
    outcomes_[current_].begin = now;
    end_phase(now, PhaseOutcome::Verdict::kSkipped, "an earlier phase failed");
  }
  if (current_ >= experiment_.phases.size()) {
    finished_ = true;
    return;
  }
  begun_ = true;
  was_active_ = false;
  ++task_number_;
  outcomes_[current_].begin = now;
  events_.push_back(make_event(PhaseMoment::kBegin, now));
}

void PhaseRunner::end_phase(Time now, PhaseOutcome::Verdict verdict, std::string reason) {
  PhaseOutcome& outcome = outcomes_[current_];
  const bool judged = verdict == PhaseOutcome::Verdict::kPassed || verdict == PhaseOutcome::Verdict::kFailed;
  const PhaseKind kind = experiment_.phases[current_].kind;
  if (experiment_.readonly && judged && (needs_drives(kind) || kind == PhaseKind::kDisarm))
    verdict = PhaseOutcome::Verdict::kObserved;
  outcome.verdict = verdict;
  outcome.end = now;
  outcome.reason = std::move(reason);
  events_.push_back(make_event(PhaseMoment::kEnd, now));
  if (verdict == PhaseOutcome::Verdict::kFailed) failed_ = true;
  begun_ = false;
  ++current_;
  if (current_ >= experiment_.phases.size()) finished_ = true;
}

void PhaseRunner::observe(const CycleOutput& output, const JointFeedback* feedback, const JointLink* link) {
  disarmed_ = output.state == SupervisorState::kDisarmed;
  was_ready_ = was_ready_ || output.state == SupervisorState::kReady;
  was_armed_ = was_armed_ || is_armed(output.state);
  if (interrupted_) {
    finished_ = output.now >= stop_until_;
    return;
  }
  if (!begun_) return;
  const FaultContext context{output, feedback, link, joint_tolerance_};
  judge(context);
  if (!begun_) return;
  const Phase& phase = experiment_.phases[current_];
  if (phase.timeout > Duration::zero() && output.now - outcomes_[current_].begin >= phase.timeout) {
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "timed out after %g s", to_seconds(phase.timeout));
    std::string reason = text.data();
    const std::uint32_t faults = output.faults | output.latched_faults;
    if (faults != 0) reason += "; " + explain_faults(faults, context);
    if (phase.kind == PhaseKind::kDisarm) reason += "; not confirmed: " + describe_drives(context);
    end_phase(output.now, PhaseOutcome::Verdict::kFailed, reason);
  }
}

void PhaseRunner::judge(const FaultContext& context) {
  const CycleOutput& output = context.output;
  const JointFeedback* feedback = context.feedback;
  const Phase& phase = experiment_.phases[current_];
  // A latched state ends every phase that needs the drives at once: no waiting would help.
  const bool latched = output.state == SupervisorState::kFault || output.state == SupervisorState::kStopped;
  if (latched && needs_drives(phase.kind)) {
    const std::string faults = explain_faults(output.latched_faults | output.faults, context);
    return end_phase(output.now, PhaseOutcome::Verdict::kFailed, faults.empty() ? "stopped" : faults);
  }
  // Without energised drives nothing is held or opened, whatever the time or the jaws say.
  if ((phase.kind == PhaseKind::kHold || phase.kind == PhaseKind::kRelease) && !is_armed(output.state))
    return end_phase(output.now, PhaseOutcome::Verdict::kSkipped, "not tried: the robot is not armed");
  const bool waited = output.now - outcomes_[current_].begin >= phase.duration;
  const auto pass_if = [&](bool condition) {
    if (condition) end_phase(output.now, PhaseOutcome::Verdict::kPassed, "");
  };
  switch (phase.kind) {
    case PhaseKind::kAcknowledge:
      return pass_if(output.state == SupervisorState::kDisarmed && feedback != nullptr &&
                     feedback->board_state == BoardState::kOff);
    case PhaseKind::kSettle:
      return pass_if(waited);
    case PhaseKind::kCheck:
      return pass_if(output.state == SupervisorState::kReady);
    case PhaseKind::kArm:
      return pass_if(
          output.state == SupervisorState::kArmed && feedback != nullptr &&
          (feedback->board_state == BoardState::kEnabled || feedback->board_state == BoardState::kRun));
    case PhaseKind::kCaptureStanding:
    case PhaseKind::kCaptureMoving:
      return judge_capture(context);
    case PhaseKind::kReorient:
      return judge_turn(context);
    case PhaseKind::kHold:
      return pass_if(waited);
    case PhaseKind::kRelease:
      return pass_if(feedback != nullptr && feedback->gripper == GripperState::kOpen);
    case PhaseKind::kDisarm:
      return judge_disarm(context);
  }
}

// What counts is what the board says: nobody else knows whether its drives are off.
void PhaseRunner::judge_disarm(const FaultContext& context) {
  const CycleOutput& output = context.output;
  if (is_armed(output.state)) return;
  if (!was_armed_) {
    end_phase(output.now, PhaseOutcome::Verdict::kSkipped,
              "not tried: the robot was not armed; " + describe_drives(context));
  } else if (are_drives_off(context) || experiment_.readonly) {
    end_phase(output.now, PhaseOutcome::Verdict::kPassed, describe_drives(context));
  } else if ((output.faults & fault_bit(Fault::kFeedbackMissing)) != 0) {
    end_phase(output.now, PhaseOutcome::Verdict::kFailed, "not confirmed: " + describe_drives(context));
  }
}

void PhaseRunner::judge_capture(const FaultContext& context) {
  const CycleOutput& output = context.output;
  PhaseOutcome& outcome = outcomes_[current_];
  const Phase& phase = experiment_.phases[current_];
  if (output.state == SupervisorState::kActive) was_active_ = true;
  // The gripper's order is the moment of the capture: judged by what was known then.
  if (output.command.close_gripper && outcome.distance < 0.0) {
    outcome.distance = output.guidance.distance;
    outcome.relative_speed = output.guidance.closing_speed;
  }
  if (!output.command.close_gripper && output.guidance.status != TaskStatus::kDone) outcome.distance = -1.0;
  if (output.guidance.status == TaskStatus::kDone) {
    const bool good = outcome.distance >= 0.0 && outcome.distance <= phase.max_distance &&
                      outcome.relative_speed <= phase.max_speed;
    end_phase(output.now, good ? PhaseOutcome::Verdict::kPassed : PhaseOutcome::Verdict::kFailed,
              good ? "" : "captured outside the phase's tolerances");
  } else if (was_active_ && output.state != SupervisorState::kActive) {
    end_phase(output.now, PhaseOutcome::Verdict::kFailed,
              explain_faults(output.latched_faults | output.faults, context));
  }
}

void PhaseRunner::judge_turn(const FaultContext& context) {
  const CycleOutput& output = context.output;
  PhaseOutcome& outcome = outcomes_[current_];
  const Phase& phase = experiment_.phases[current_];
  const bool active = output.state == SupervisorState::kActive;
  if (active && output.estimate.valid) {
    const RobotState& robot = output.estimate.robot;
    if (!outcome.turn) outcome.turn = TurnOutcome{.start = robot.theta_WB, .start_joints = robot.joints};
    TurnOutcome& turn = *outcome.turn;
    turn.turned = robot.theta_WB - turn.start;
    turn.error = turn.turned - phase.turn;
    turn.joint_error = (robot.joints - turn.start_joints).lpNorm<Eigen::Infinity>();
    turn.loops = output.guidance.reorientation.loops;
  }
  if (active) was_active_ = true;
  if (active && output.guidance.status == TaskStatus::kDone && outcome.turn) {
    const bool good = std::abs(outcome.turn->error) <= phase.turn_tolerance &&
                      outcome.turn->joint_error <= phase.turn_tolerance;
    end_phase(output.now, good ? PhaseOutcome::Verdict::kPassed : PhaseOutcome::Verdict::kFailed,
              good ? "" : "turned outside the phase's tolerance");
  } else if (active && output.guidance.status == TaskStatus::kUnreachable) {
    end_phase(output.now, PhaseOutcome::Verdict::kFailed, explain_failed_turn(output.guidance.reorientation));
  } else if (was_active_ && !active) {
    end_phase(output.now, PhaseOutcome::Verdict::kFailed,
              explain_faults(output.latched_faults | output.faults, context));
  }
}

void PhaseRunner::interrupt(Time now) {
  if (interrupted_ || finished_) return;
  interrupted_ = true;
  stop_until_ = now + kStopFor;
  if (current_ < outcomes_.size()) {
    if (!begun_) outcomes_[current_].begin = now;
    end_phase(now, PhaseOutcome::Verdict::kInterrupted, "interrupted by the operator");
    while (current_ < outcomes_.size()) {
      outcomes_[current_].begin = now;
      end_phase(now, PhaseOutcome::Verdict::kSkipped, "interrupted by the operator");
    }
    finished_ = false;
  }
}

PhaseEvent PhaseRunner::make_event(PhaseMoment moment, Time at) const {
  const Phase& phase = experiment_.phases[current_];
  const PhaseOutcome& outcome = outcomes_[current_];
  PhaseEvent event;
  event.at = at;
  event.phase_number = static_cast<std::uint32_t>(current_);
  event.name = std::string_view(phase.name);
  event.kind = phase_kind_name(phase.kind);
  event.moment = moment;
  if (moment == PhaseMoment::kBegin) return event;
  event.passed = outcome.verdict == PhaseOutcome::Verdict::kPassed;
  event.skipped = outcome.verdict == PhaseOutcome::Verdict::kSkipped;
  event.observed = outcome.verdict == PhaseOutcome::Verdict::kObserved;
  event.reason = std::string_view(outcome.reason);
  if (is_capture(phase.kind) && outcome.distance >= 0.0) {
    event.add_number("distance_m", outcome.distance);
    event.add_number("relative_speed_m_s", outcome.relative_speed);
  }
  if (outcome.turn) {
    event.add_number("turned_rad", outcome.turn->turned);
    event.add_number("turn_error_rad", outcome.turn->error);
    event.add_number("joint_error_rad", outcome.turn->joint_error);
    event.add_number("loops", outcome.turn->loops);
  }
  return event;
}

std::vector<PhaseEvent> PhaseRunner::take_events() {
  return std::exchange(events_, {});
}

}  // namespace freefloat
