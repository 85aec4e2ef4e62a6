#include "control/controller.h"

#include <algorithm>

#include "control/resolve_rates.h"
#include "safety/fault_table.h"

namespace freefloat {

namespace {

/// Share of an approach's tolerance within which the hand must be turned before the gripper closes.
constexpr double kTurnedToClose = 0.1;

/// @return Whether the task's joint rates stand in ResolvedRates.
bool is_resolved(Task task) {
  return is_capture(task) || task == Task::kReorient || task == Task::kFollowPath || task == Task::kMoveTo ||
         task == Task::kJogHand || task == Task::kDetumble;
}

}  // namespace

Controller::Controller(const ControllerConfig& config) : setup_(config) {
  state_.commanded = JointVector::Zero(config.robot.joint_count());
}

bool Controller::restore(const ControllerState& state) {
  if (!fits_robot(state, setup_.unloaded().joint_count())) return false;
  state_ = state;
  if (state_.grip_known) {
    setup_.hold(state_.estimator.watched, state_.p_EC);
  } else {
    setup_.forget_hold();  // of a run before
  }
  return true;
}

CycleOutput Controller::step(const CycleInput& input) noexcept {
  const ControllerConfig& config = setup_.config;
  CycleOutput out;
  out.now = input.now;
  take_input(input);
  note_grip();

  // Markers and joint feedback to the state at the time when this cycle's command takes effect.
  TargetSourceWatch& source = state_.target_source.watch;
  if (input.target_markers)
    take_target_frame(setup_.estimator, input.now, *input.target_markers, source, state_.estimator);
  out.estimate =
      estimate_state(setup_.estimator, input.now, input.markers, input.joints, holding(), state_.estimator);
  tell_contradiction(source, input.now, out.estimate);

  if (config.guidance.urgency > 0.0 && out.estimate.valid) {
    const Vector2 v_WG = out.estimate.linear_momentum / present_model().total_mass();
    watch_fall(out.estimate.at, out.estimate.p_WG, v_WG, state_.commanded.isZero() && !holding(),
               state_.fall);
  }

  // What is wrong, and what the robot may therefore do.
  out.faults = observe(input, out.estimate);
  supervise(input.op, out.faults, state_.supervisor);

  // What the arm is to do. A capture: the hand's velocity by Eqs. (11), (15), (16), the joint rates by (12),
  // their limit by (13); the prediction that made the plan does the same.
  if (std::optional<CapturePlan> plan = guide(input, out)) {
    const bool moving = input.op.task == Task::kCaptureMoving;
    const TaskSpaceState task = task_space_state(out.estimate, state_.v_WE_next, setup_.unloaded(), moving);
    const ArmState arm = arm_state(out.estimate);
    const GeneralizedJacobian jacobian =
        compute_generalized_jacobian(setup_.unloaded(), compute_posture(arm.theta_WB, arm.joints));
    const std::optional<ApproachLine> line = approach_line(setup_, out.estimate, input.now, moving);
    const HandVelocity lead = lead_hand(
        {config.guidance, setup_.workspace, to_seconds(config.period), moving, line ? &*line : nullptr}, task,
        input.now, *plan);
    out.resolved = resolve_rates({config.singularity_threshold, config.max_damping}, jacobian, lead.mean,
                                 task.v_WG, arm.angular_momentum);
    if (line) turn_hand(setup_, *line, arm, jacobian, input.now, out.resolved);
    const bool unfolding = plan->unfold;
    if (unfolding) out.resolved.raw = unfold_arm(setup_, task, arm.joints, *plan);
    scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);
    state_.v_WE_next = next_hand_velocity(task, arm, jacobian, lead, out.resolved, unfolding);

    if (state_.planner.plan) state_.planner.plan = plan;
    out.guidance.v_WE = lead.mean;
    out.guidance.tangent_corrected = lead.corrected;
    out.guidance.chart = plan->chart;
    out.guidance.unfolding = plan->unfold;
    out.guidance.rendezvous = plan->rendezvous;
    const double ahead = moving ? std::max(0.0, to_seconds(plan->rendezvous - out.estimate.at)) : 0.0;
    out.guidance.p_WE_goal = task.target().p_after(ahead);
  } else if (const std::optional<Vector2> v_WE = lead_without_target(input, out)) {
    // A hand along a path, or as a person wishes: (12) and (13) without a target.
    const bool on_path = input.op.task == Task::kFollowPath;
    const ResolveWith with =
        on_path ? setup_.paths[input.op.path].path.resolve_with : ResolveWith::kGeneralizedJacobian;
    const Vector2 v_WG = out.estimate.linear_momentum / present_model().total_mass();
    out.resolved = resolve_hand(setup_, present_model(), with, arm_state(out.estimate), *v_WE, v_WG);
    scale_to_limit(config.max_joint_rate, config.rate_norm, out.resolved);
    // The path waits for a hand that cannot keep up.
    state_.path.motion.speed *= out.resolved.scale;
    state_.v_WE_next = *v_WE;
    out.guidance.v_WE = *v_WE;
  }

  // The rates that the supervisor's state allows, through the last gate to the wire; and what the vision may
  // expect in the next picture.
  out.command = make_command(input, rates_of_state(input, out.resolved));
  out.prediction = predict_markers(setup_.estimator, state_.estimator, out.estimate);
  remember(out);
  return out;
}

std::optional<CapturePlan> Controller::guide(const CycleInput& input, CycleOutput& out) {
  const StateEstimate& estimate = out.estimate;
  const GuidanceConfig& config = setup_.config.guidance;
  out.resolved.raw = JointVector::Zero(setup_.unloaded().joint_count());
  out.resolved.limited = out.resolved.raw;
  out.guidance.p_WE_goal = estimate.target.p_WT;
  out.guidance.distance = (estimate.target.p_WT - estimate.p_WE).norm();
  out.guidance.closing_speed = (estimate.target.v_WT - estimate.v_WE).norm();
  out.guidance.close_gripper = state_.close_gripper;
  const bool active = state_.supervisor.state == SupervisorState::kActive;
  if (!active) state_.v_WE_next.setZero();
  if (active && input.op.task == Task::kReorient) {
    turn_satellite(input, out);
    return std::nullopt;
  }
  if (active && input.op.task == Task::kDetumble) {
    detumble(input, out);
    return std::nullopt;
  }
  if (active && input.op.task == Task::kMoveTo) {
    move_joints(input, out);
    return std::nullopt;
  }
  if (active && input.op.task == Task::kGrip) out.guidance.close_gripper = state_.close_gripper = true;
  if (!active || !is_capture(input.op.task)) {
    out.guidance.status = state_.unreachable ? TaskStatus::kUnreachable : TaskStatus::kIdle;
    return std::nullopt;
  }
  if (holding()) {
    out.guidance.status = TaskStatus::kDone;
    return std::nullopt;
  }
  if (looks_for_target(input.now, estimate)) {
    out.guidance.status = TaskStatus::kPlanning;
    return std::nullopt;
  }
  decide_gripper(input, estimate, out.guidance);
  if (!setup_.config.law.empty()) {
    follow_law(input.law.value_or(LawAnswer{}), out);
    return std::nullopt;
  }
  CapturePlanner& planner = state_.planner;
  const bool printed = config.method == GuidanceMethod::kYoshidaUmetani1990;
  if (!printed && config.urgency > 0.0) {
    meet(input, out);
    return std::nullopt;
  }
  if (!printed) {
    planner.advance(setup_, estimate, state_.v_WE_next, input.op.task == Task::kCaptureMoving);
    state_.unreachable = planner.unreachable();
  }
  if (!printed && !planner.plan) {
    out.guidance.status = state_.unreachable ? TaskStatus::kUnreachable : TaskStatus::kPlanning;
    return std::nullopt;
  }
  out.guidance.status = TaskStatus::kRunning;
  CapturePlan as_printed;
  as_printed.rendezvous = state_.task_start + from_seconds(config.rendezvous_time);
  return planner.plan.value_or(as_printed);
}

void Controller::decide_gripper(const CycleInput& input, const StateEstimate& estimate,
                                GuidanceOutput& guidance) {
  const Time now = input.now;
  const auto line = approach_line(setup_, estimate, now, input.op.task == Task::kCaptureMoving);
  const GuidanceConfig& config = setup_.config.guidance;
  const bool within = estimate.target.valid && guidance.distance <= config.capture_distance &&
                      guidance.closing_speed <= config.capture_speed &&
                      (!line || is_turned_along(*line, hand_angle(arm_state(estimate)), now, kTurnedToClose));
  std::optional<Time>& since = state_.within_tolerance_since;
  note_since(within, now, since);
  if (since && now - *since >= config.capture_dwell) state_.close_gripper = true;
  // Jaws that closed on nothing open again for the next attempt.
  if (state_.feedback.gripper == GripperState::kEmpty) {
    state_.close_gripper = false;
    since.reset();
  }
  guidance.close_gripper = state_.close_gripper;
}

JointVector Controller::rates_of_state(const CycleInput& input, const ResolvedRates& resolved) const {
  JointVector zero = JointVector::Zero(setup_.unloaded().joint_count());
  if (state_.supervisor.state == SupervisorState::kActive) {
    if (input.op.task == Task::kJog && input.op.jog_rates.size() == zero.size()) return input.op.jog_rates;
    return is_resolved(input.op.task) ? resolved.limited : zero;
  }
  if (state_.supervisor.state == SupervisorState::kHold) {
    // Ramp: the whole vector shrinks, so that the hand keeps its direction until it rests.
    const double size = state_.commanded.norm();
    const double step = setup_.config.hold_deceleration * to_seconds(setup_.config.period);
    if (size > step && step > 0.0) return state_.commanded * ((size - step) / size);
  }
  return zero;
}

JointCommand Controller::make_command(const CycleInput& input, const JointVector& rates) const {
  JointCommand command;
  // The last gate before the wire.
  command.rates = scale_to_limit(rates, setup_.config.max_joint_rate, setup_.config.rate_norm).rates;
  command.enable = may_move(state_.supervisor.state);
  command.stop =
      state_.supervisor.state == SupervisorState::kStopped && input.op.request != Request::kAcknowledge;
  command.clear = input.op.request == Request::kAcknowledge;
  command.close_gripper = state_.close_gripper;
  command.time_to_live = setup_.config.time_to_live;
  return command;
}

void Controller::remember(CycleOutput& out) {
  // Zero rates are commanded already where a result is not finite; the fault follows in the next cycle.
  state_.result_not_finite = !out.resolved.raw.allFinite() || !state_.v_WE_next.allFinite();
  if (state_.result_not_finite) state_.v_WE_next.setZero();
  out.state = state_.supervisor.state;
  out.latched_faults = state_.supervisor.latched;
  out.unmet_checks = blocking(out.faults);
  out.contradicted_turns = state_.turns.contradicted;
  note_since(out.command.enable, out.now, state_.energised_since);
  state_.commanded = out.command.rates;
  state_.last_cycle = out.now;
  const EstimatorConfig& estimator = setup_.estimator.unloaded.config;
  if (estimator.rates_between_readings == RatesBetweenReadings::kCommanded) {
    // It is held for a period, whose middle is the actuation delay from here; it cannot have begun before.
    const Duration half = setup_.config.period / 2;
    const Time effect = out.now + std::max(estimator.actuation_delay, half) - half;
    state_.estimator.commands.push(effect, state_.commanded, estimator.drive_acceleration);
  }
}

}  // namespace freefloat
