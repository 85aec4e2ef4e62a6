#include <cmath>

#include "runtime/explain_faults.h"
#include "runtime/explain_path.h"
#include "runtime/explain_turn.h"
#include "runtime/phase_runner.h"
#include "runtime/reached_approach.h"
#include "safety/fault_table.h"
#include "safety/supervisor.h"
#include "types/angle.h"

// How PhaseRunner judges each kind of phase.

namespace freefloat {
namespace {

std::string explain_stop(const FaultContext& context) {
  return explain_faults(context.output.latched_faults | context.output.faults, context);
}

}  // namespace

/// @return Whether the phase moves the arm now; where it did and does no more, it has failed.
bool PhaseRunner::moves(const FaultContext& context) {
  const bool active = context.output.state == SupervisorState::kActive;
  if (was_active_ && !active) end_phase(context.output.now, Verdict::kFailed, explain_stop(context));
  was_active_ = was_active_ || active;
  return active;
}

void PhaseRunner::judge(const FaultContext& context) {
  const CycleOutput& output = context.output;
  const JointFeedback* feedback = context.feedback;
  const PhaseResult& phase = results_[current_];
  // A latched state ends every phase that needs the drives at once: no waiting would help.
  const bool latched = output.state == SupervisorState::kFault || output.state == SupervisorState::kStopped;
  if (latched && row_of(phase.kind).needs_drives) {
    const std::string faults = explain_stop(context);
    return end_phase(output.now, Verdict::kFailed, faults.empty() ? "stopped" : faults);
  }
  // Without energised drives nothing is held or opened, whatever the time or the jaws say.
  if ((phase.kind == PhaseKind::kHold || phase.kind == PhaseKind::kRelease) && !may_move(output.state))
    return end_phase(output.now, Verdict::kSkipped, "not tried: the robot is not armed");
  const bool waited = elapsed(output.now) >= phase.duration;
  const auto pass_if = [&](bool condition) {
    if (condition) end_phase(output.now, Verdict::kPassed, "");
  };
  switch (phase.kind) {
    case PhaseKind::kAcknowledge:
      return pass_if(output.state == SupervisorState::kDisarmed && feedback != nullptr &&
                     feedback->board_state == BoardState::kOff);
    case PhaseKind::kSettle:
      return pass_if(waited);
    case PhaseKind::kCheck:
      return pass_if(output.state == SupervisorState::kReady || may_move(output.state));
    case PhaseKind::kArm:
      return pass_if(
          may_move(output.state) && feedback != nullptr &&
          (feedback->board_state == BoardState::kEnabled || feedback->board_state == BoardState::kRun));
    case PhaseKind::kCaptureStanding:
    case PhaseKind::kCaptureMoving:
      return judge_capture(context);
    case PhaseKind::kReorient:
      return judge_turn(context);
    case PhaseKind::kFollowPath:
      return judge_path(context);
    case PhaseKind::kDetumble:
      return judge_detumble(context);
    case PhaseKind::kMoveTo:
      return judge_posture(context);
    case PhaseKind::kGripper:
      return judge_gripper(context);
    case PhaseKind::kJog:
      return judge_jog(context);
    case PhaseKind::kWait:
      return judge_wait(context);
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
  if (may_move(output.state)) return;
  if (!was_armed_) {
    end_phase(output.now, Verdict::kSkipped,
              "not tried: the robot was not armed; " + describe_drives(context));
  } else if (are_drives_off(context) || readonly_) {
    end_phase(output.now, Verdict::kPassed, describe_drives(context));
  } else if ((output.faults & fault_bit(Fault::kFeedbackMissing)) != 0) {
    end_phase(output.now, Verdict::kFailed, "not confirmed: " + describe_drives(context));
  }
}

void PhaseRunner::judge_capture(const FaultContext& context) {
  const CycleOutput& output = context.output;
  PhaseResult& phase = results_[current_];
  if (output.state == SupervisorState::kActive) was_active_ = true;
  std::optional<ReachedApproach> approach;
  if (phase.approach) {
    const bool moving = phase.kind == PhaseKind::kCaptureMoving;
    const ApproachLine line = lay_approach(*phase.approach, output.estimate, output.now, moving);
    const bool coming = output.guidance.status == TaskStatus::kRunning && !output.command.close_gripper;
    if (coming && output.estimate.target.valid) {
      TaskSpaceState task;
      task.p_WE = output.estimate.p_WE;
      task.p_WT = output.estimate.target.p_WT;
      approach_watch_.add(line, task, output.estimate.robot.theta_WB + output.estimate.robot.joints.sum(),
                          output.now);
    }
    approach = reached_approach(line, approach_watch_);
  }
  // The gripper's order is the moment of the capture: judged by what was known then.
  if (output.command.close_gripper && !phase.capture) {
    phase.capture = {.distance = output.guidance.distance, .relative_speed = output.guidance.closing_speed};
  }
  if (!output.command.close_gripper && output.guidance.status != TaskStatus::kDone) phase.capture.reset();
  if (output.guidance.status == TaskStatus::kDone) {
    const bool good = phase.capture && phase.capture->distance <= phase.max_distance &&
                      phase.capture->relative_speed <= phase.max_speed;
    const bool as_wished = !approach || approach->within_tolerance();
    std::string reason = good ? "" : "captured outside the phase's tolerances";
    if (approach) reason += (reason.empty() ? "the hand " : "; the hand ") + describe_approach(*approach);
    end_phase(output.now, good && as_wished ? Verdict::kPassed : Verdict::kFailed, reason);
  } else if (was_active_ && output.state != SupervisorState::kActive) {
    end_phase(output.now, Verdict::kFailed, explain_stop(context));
  }
}

void PhaseRunner::judge_turn(const FaultContext& context) {
  const CycleOutput& output = context.output;
  if (!moves(context)) return;
  PhaseResult& phase = results_[current_];
  if (output.estimate.valid) {
    const RobotState& robot = output.estimate.robot;
    if (!phase.achieved_turn) turn_start_ = robot;
    const double turned = robot.theta_WB - turn_start_.theta_WB;
    phase.achieved_turn = {.turned = turned,
                           .error = turned - phase.turn,
                           .joint_error = (robot.joints - turn_start_.joints).lpNorm<Eigen::Infinity>(),
                           .loops = output.guidance.reorientation.loops};
  }
  if (output.guidance.status == TaskStatus::kDone && phase.achieved_turn) {
    const bool good = std::abs(phase.achieved_turn->error) <= phase.turn_tolerance &&
                      phase.achieved_turn->joint_error <= phase.turn_tolerance;
    end_phase(output.now, good ? Verdict::kPassed : Verdict::kFailed,
              good ? "" : "turned outside the phase's tolerance");
  } else if (output.guidance.status == TaskStatus::kUnreachable) {
    end_phase(output.now, Verdict::kFailed, explain_failed_turn(output.guidance.reorientation));
  }
}

void PhaseRunner::judge_path(const FaultContext& context) {
  const CycleOutput& output = context.output;
  if (!moves(context)) return;
  PhaseResult& phase = results_[current_];
  if (output.estimate.valid && output.guidance.path.stage == PathStage::kFollow) {
    path_error_.add(output.guidance.path);
    phase.followed = path_error_.numbers();
  }
  if (output.guidance.status == TaskStatus::kDone) {
    // A path without length is followed by standing still.
    if (!phase.followed) phase.followed = path_error_.numbers();
    const bool good = phase.followed->rms <= phase.max_rms && phase.followed->largest <= phase.max_error;
    end_phase(output.now, good ? Verdict::kPassed : Verdict::kFailed,
              good ? "" : "the hand left the path by more than the phase's tolerances");
  } else if (output.guidance.status == TaskStatus::kUnreachable) {
    end_phase(output.now, Verdict::kFailed, explain_refused_path(output.guidance.path));
  }
}

void PhaseRunner::judge_posture(const FaultContext& context) {
  const CycleOutput& output = context.output;
  if (!moves(context)) return;
  PhaseResult& phase = results_[current_];
  const JointVector& joints = output.estimate.robot.joints;
  const double to_turn =
      phase.attitude ? wrap_angle(*phase.attitude - output.estimate.robot.theta_WB) : kUnknown;
  if (output.estimate.valid && joints.size() == phase.posture.size()) {
    phase.reached = {.joint_error = (joints - phase.posture).lpNorm<Eigen::Infinity>(),
                     .attitude_error = -to_turn};
  }
  if (output.guidance.status == TaskStatus::kDone && phase.reached) {
    if (phase.attitude && !turn_left_ && std::abs(to_turn) > 0.5 * phase.turn_tolerance) {
      turn_left_ = to_turn;
      ++task_number_;
      return;
    }
    const bool turned = !phase.attitude || std::abs(phase.reached->attitude_error) <= phase.turn_tolerance;
    const bool good = turned && phase.reached->joint_error <= phase.turn_tolerance;
    end_phase(output.now, good ? Verdict::kPassed : Verdict::kFailed,
              good ? "" : "ended outside the phase's tolerance");
  } else if (output.guidance.status == TaskStatus::kUnreachable) {
    end_phase(output.now, Verdict::kFailed,
              turn_left_
                  ? explain_failed_turn(output.guidance.reorientation)
                  : "the joints cannot take this posture: a joint would be within its limit's margin, or the "
                    "table holds the hand");
  }
}

void PhaseRunner::judge_gripper(const FaultContext& context) {
  const CycleOutput& output = context.output;
  const PhaseResult& phase = results_[current_];
  if (output.state == SupervisorState::kActive) was_active_ = true;
  const JointFeedback* feedback = context.feedback;
  // Jaws tell what they did before this phase until they have heard of it.
  const bool heard = was_active_ && output.command.close_gripper == (phase.gripper == GripperAction::kClose);
  if (feedback == nullptr || !heard) return;
  if (phase.gripper == GripperAction::kOpen) {
    if (feedback->gripper == GripperState::kOpen) end_phase(output.now, Verdict::kPassed, "");
  } else if (feedback->gripper == GripperState::kHolding) {
    end_phase(output.now, Verdict::kPassed, "holds something");
  } else if (feedback->gripper == GripperState::kEmpty) {
    end_phase(output.now, Verdict::kPassed, "closed on nothing");
  }
}

void PhaseRunner::judge_jog(const FaultContext& context) {
  const CycleOutput& output = context.output;
  if (!moves(context) && was_active_) return;
  const PhaseResult& phase = results_[current_];
  const bool over =
      phase.ended_by == EndedBy::kOperator ? go_on_.load() : elapsed(output.now) >= phase.duration;
  if (!over) return;
  if (was_active_ || readonly_) return end_phase(output.now, Verdict::kPassed, "");
  // What was asked for was refused all the time.
  const std::string faults = explain_stop(context);
  end_phase(output.now, Verdict::kFailed, faults.empty() ? "the arm was not let move" : faults);
}

void PhaseRunner::judge_wait(const FaultContext& context) {
  const CycleOutput& output = context.output;
  const PhaseResult& phase = results_[current_];
  bool over = false;
  if (phase.until) {
    over = phase.until->holds(phase.until->value(CycleView(output)));
  } else if (phase.ended_by == EndedBy::kOperator) {
    over = go_on_;
  } else {
    over = elapsed(output.now) >= phase.duration;
  }
  if (over) end_phase(output.now, Verdict::kPassed, "");
}

}  // namespace freefloat
