// What the controller does besides capturing: the satellite turned by loops of the joints, the joints brought
// to a posture, the hand led along a path or as a person wishes.
#include <algorithm>
#include <cmath>

#include "control/controller.h"
#include "control/posture_pace.h"
#include "control/resolve_rates.h"
#include "estimation/watch_target.h"
#include "guidance/jog_hand.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kDetumbleTolerance = 0.01;         // rad
constexpr double kDetumbleRate = deg_to_rad(30.0);  // rad/s: a heavy payload swings the satellite as much

}  // namespace

void Controller::turn_satellite(const CycleInput& input, CycleOutput& out) {
  const ControllerConfig& config = setup_.config;
  const bool sensible = std::isfinite(input.op.turn) && input.op.turn_tolerance > 0.0;
  const bool free = setup_.unloaded().joint_count() >= 2 && !held_by_table();
  if (!out.estimate.valid || !free || !sensible) {
    // Held by a table, or with one joint, no loop turns the satellite; without an estimate none is begun.
    out.guidance.status = out.estimate.valid ? TaskStatus::kUnreachable : TaskStatus::kIdle;
    return;
  }
  out.resolved.raw = follow_reorientation(present_model(), setup_.limits, input.op, out.estimate,
                                          state_.reorientation, out.guidance);
  scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);
}

void Controller::move_joints(const CycleInput& input, CycleOutput& out) {
  const ControllerConfig& config = setup_.config;
  const JointVector& goal = input.op.posture;
  const Eigen::Index n = setup_.unloaded().joint_count();
  const bool sensible = goal.size() == n && goal.allFinite() && setup_.limits.allow(goal) &&
                        input.op.posture_tolerance > 0.0 && !held_by_table();
  if (!out.estimate.valid || !sensible) {
    out.guidance.status = out.estimate.valid ? TaskStatus::kUnreachable : TaskStatus::kIdle;
    return;
  }
  const PosturePace pace = posture_pace(config, input.op.posture_rate, input.op.posture_tolerance);
  const PostureStep step =
      advance_posture(pace, out.estimate.robot.joints, goal, out.estimate.at, state_.posture);
  out.resolved.raw = step.rates;
  scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);
  out.guidance.status = step.arrived ? TaskStatus::kDone : TaskStatus::kRunning;
}

void Controller::detumble(const CycleInput& input, CycleOutput& out) {
  const ControllerConfig& config = setup_.config;
  if (!out.estimate.valid || held_by_table() || !(input.op.most_rate > 0.0)) {
    out.guidance.status = out.estimate.valid ? TaskStatus::kUnreachable : TaskStatus::kIdle;
    return;
  }
  const DetumbleSetup setup{present_model(), setup_.limits,
                            posture_pace(config, kDetumbleRate, kDetumbleTolerance)};
  out.resolved.raw = follow_detumble(setup, input.op.most_rate, out.estimate, state_.detumble, out.guidance);
  scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);
}

/// A target of several becomes the one that is followed; a held one stays.
void Controller::watch_target(std::uint32_t target) {
  EstimatorState& estimator = state_.estimator;
  if (target == estimator.watched || target >= setup_.estimator.targets.size() || holding()) return;
  estimator.watched = target;
  estimator.target = {};
  estimator.tumbling = {};
  state_.target_source.watch.contradicted_since.reset();
  setup_.hold(target, Vector2::Zero());
  state_.p_EC.setZero();
  state_.grip_known = true;
}

/// When the jaws have just closed on a target that is followed as a body, what hangs on the hand from now on
/// is known: the loaded robot becomes that one.
void Controller::note_grip() {
  const EstimatorState& estimator = state_.estimator;
  if (!holding() || estimator.loaded || !estimator.tumbling.initialised || !estimator.robot.initialised)
    return;
  const WatchedTarget* target = watched_target(setup_.estimator, estimator);
  if (target == nullptr || !target->shape) return;
  const Posture posture = compute_posture(estimator.robot.theta_WB, estimator.robot.joints);
  const Vector2 p_WE = estimator.robot.p_WG + compute_hand(setup_.unloaded(), posture).p_GX;
  const BodyState body = tumbling_body_at(estimator.tumbling, estimator.robot.at);
  const double theta_WE = estimator.robot.theta_WB + estimator.robot.joints.sum();
  const Vector2 p_EC = rotate(-theta_WE, body.p - p_WE);
  if (!p_EC.allFinite()) return;
  state_.p_EC = p_EC;
  state_.grip_known = true;
  setup_.hold(estimator.watched, p_EC);
}

void Controller::meet(const CycleInput& input, CycleOutput& out) {
  const ControllerConfig& config = setup_.config;
  const StateEstimate& estimate = out.estimate;
  const bool moving = input.op.task == Task::kCaptureMoving;
  const MeetingScene scene = meeting_scene(setup_, estimate, state_.commanded, state_.fall, moving);
  const JointVector rates = meet_target(setup_, scene, estimate.at, state_.meeting);
  state_.unreachable = state_.meeting.unreachable();

  const TaskSpaceState task = task_space_state(estimate, state_.v_WE_next, setup_.unloaded(), moving);
  const ArmState arm = arm_state(estimate);
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(setup_.unloaded(), compute_posture(arm.theta_WB, arm.joints));
  // How near to singular the arm is stands in the log.
  out.resolved = resolve_rates({config.singularity_threshold, config.max_damping}, jacobian, task.v_WG,
                               task.v_WG, arm.angular_momentum);
  out.resolved.raw = rates;
  constexpr bool kNotLed = true;
  scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);
  state_.v_WE_next = next_hand_velocity(task, arm, jacobian, {}, out.resolved, kNotLed);
  out.guidance.v_WE = state_.v_WE_next;
  const bool planned = state_.meeting.planned;
  out.guidance.meeting = describe_meeting(state_.meeting, state_.fall.acceleration);
  out.guidance.status = planned              ? TaskStatus::kRunning
                        : state_.unreachable ? TaskStatus::kUnreachable
                                             : TaskStatus::kPlanning;
  if (!planned) return;
  out.guidance.rendezvous = estimate.at + from_seconds(state_.meeting.plan.time - before_effect(config));
  out.guidance.p_WE_goal = scene.goal_after(state_.meeting.plan.time).p;
}

void Controller::follow_law(const LawAnswer& law, CycleOutput& out) {
  const ControllerConfig& config = setup_.config;
  const TaskSpaceState task = task_space_state(out.estimate, state_.v_WE_next, setup_.unloaded(), false);
  const ArmState arm = arm_state(out.estimate);
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(setup_.unloaded(), compute_posture(arm.theta_WB, arm.joints));
  // How near to singular the arm is stands in the log whoever leads it.
  out.resolved = resolve_rates({config.singularity_threshold, config.max_damping}, jacobian, task.v_WG,
                               task.v_WG, arm.angular_momentum);
  out.resolved.raw.setZero();
  if (law.rates.size() == out.resolved.raw.size()) out.resolved.raw = law.rates;
  scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);
  constexpr bool kNotLed = true;
  state_.v_WE_next = next_hand_velocity(task, arm, jacobian, {}, out.resolved, kNotLed);
  out.guidance.v_WE = state_.v_WE_next;
  out.guidance.status = TaskStatus::kRunning;
}

std::optional<Vector2> Controller::lead_without_target(const CycleInput& input, CycleOutput& out) {
  const Task task = input.op.task;
  const bool asked = task == Task::kFollowPath || task == Task::kJogHand;
  if (!asked || state_.supervisor.state != SupervisorState::kActive || !out.estimate.valid)
    return std::nullopt;
  std::optional<Vector2> v_WE;
  if (held_by_table()) {
    out.guidance.status = TaskStatus::kUnreachable;
  } else if (task == Task::kFollowPath) {
    v_WE = follow_path(setup_, present_model(), input.op.path, out.estimate, state_.path, out.guidance);
  } else {
    const TaskSpaceState now = task_space_state(out.estimate, state_.v_WE_next, present_model(), false);
    v_WE = jog_hand(setup_.config.guidance, setup_.workspace, to_seconds(setup_.config.period), input.op,
                    out.estimate.robot, now);
    out.guidance.status = v_WE ? TaskStatus::kRunning : TaskStatus::kIdle;
  }
  if (!v_WE) state_.v_WE_next.setZero();
  return v_WE;
}

}  // namespace freefloat
