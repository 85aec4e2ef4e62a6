#include "control/controller.h"

#include <algorithm>
#include <cmath>

#include "model/guaranteed_workspace.h"
#include "model/payload.h"
#include "model/singularity_free_annulus.h"
#include "safety/fault_table.h"
#include "safety/joint_disagreement.h"

namespace freefloat {

namespace {

// A path is refused when it comes nearer to a singularity than this share of the damping threshold.
constexpr double kLeastSigmaShare = 0.1;

RobotParameters loaded_robot(const ControllerConfig& config) {
  if (config.payload.fixed || config.payload.mass <= 0.0) return config.robot;
  return with_payload(config.robot, config.payload.mass, config.payload.inertia, Vector2::Zero());
}

MonitorSetup make_monitor_setup(const ControllerConfig& config) {
  return {config.safety,         config.robot.joint_limits,
          config.table,          0.5 * config.robot.satellite_size.norm(),
          config.max_joint_rate, config.period};
}

HandWorkspace make_workspace(const PlanarModel& model) {
  const Annulus annulus = compute_singularity_free_annulus(model);
  HandWorkspace workspace;
  workspace.guaranteed_radius = guaranteed_workspace_radius(model);
  workspace.inner = annulus.inner;
  workspace.outer = annulus.outer;
  return workspace;
}

bool is_capture(Task task) {
  return task == Task::kCaptureStanding || task == Task::kCaptureMoving;
}

bool energised(SupervisorState state) {
  return state == SupervisorState::kArmed || state == SupervisorState::kActive ||
         state == SupervisorState::kHold;
}

}  // namespace

Controller::Controller(const ControllerConfig& config)
    : config_(config),
      unloaded_(config.robot),
      loaded_(loaded_robot(config)),
      estimator_setup_(make_estimator_setup(config.robot, loaded_robot(config), config.payload.fixed,
                                            config.target_marker_count, config.estimator)),
      monitor_setup_(make_monitor_setup(config)),
      workspace_(make_workspace(unloaded_)),
      good_posture_(find_good_posture(unloaded_, config.robot.joint_limits)) {
  state_.commanded = JointVector::Zero(config.robot.joint_count());
}

ControllerState Controller::state() const {
  ControllerState state = state_;
  state.planner = planner_.state();
  return state;
}

bool Controller::restore(const ControllerState& state) {
  if (!fits_robot(state, unloaded_.joint_count())) return false;
  state_ = state;
  planner_.restore(state.planner);
  return true;
}

CycleOutput Controller::step(const CycleInput& input) noexcept {
  CycleOutput out;
  out.now = input.now;
  remember_feedback(input);
  begin_task(input);

  // Markers and joint feedback to the state at the time when this cycle's command takes effect.
  out.estimate =
      estimate_state(estimator_setup_, input.now, input.markers, input.joints, holding(), state_.estimator);

  // What is wrong, and what the robot may therefore do.
  remember_disagreement(out.estimate);
  out.faults = observe(input, out.estimate);
  supervise(input.op, out.faults, state_.supervisor);

  // The hand's velocity by Eqs. (11), (15), (16), the joint rates by (12), their limit by (13): lead_hand,
  // resolve_rates and scale_to_limit, which follow_plan calls here and in every prediction alike.
  guide_hand(input, out);

  // The rates that the supervisor's state allows, through the last gate to the wire; and what the vision may
  // expect in the next picture.
  out.command = make_command(input, rates_of_state(input, out.resolved));
  out.prediction = predict_markers(estimator_setup_, state_.estimator, out.estimate);

  // Zero rates are commanded already where a result is not finite; the fault follows in the next cycle.
  state_.result_not_finite = !out.resolved.raw.allFinite() || !state_.v_WE_next.allFinite();
  if (state_.result_not_finite) state_.v_WE_next.setZero();
  out.state = state_.supervisor.state;
  out.latched_faults = state_.supervisor.latched;
  out.unmet_checks = blocking(out.faults);
  if (out.command.enable && !state_.energised) state_.energised_since = input.now;
  state_.energised = out.command.enable;
  state_.commanded = out.command.rates;
  state_.last_cycle = input.now;
  state_.first_cycle = false;
  return out;
}

void Controller::remember_feedback(const CycleInput& input) {
  if (!input.joints) return;
  state_.feedback = *input.joints;
  state_.feedback_time = input.now;
  state_.has_feedback = true;
}

void Controller::remember_disagreement(const StateEstimate& estimate) {
  const bool disagree = joints_disagree(estimate.compared, config_.safety.joint_tolerance);
  if (disagree && !state_.disagreeing) state_.disagreeing_since = estimate.compared.at;
  state_.disagreeing = disagree;
}

void Controller::begin_task(const CycleInput& input) {
  if (input.op.task_number == state_.task_number) return;
  state_.task_number = input.op.task_number;
  state_.task_start = input.now;
  planner_.reset();
  state_.reorientation = ReorientationState{};
  state_.within_tolerance = false;
  state_.unreachable = false;
  if (input.op.task == Task::kRelease) state_.close_gripper = false;
}

std::uint32_t Controller::observe(const CycleInput& input, const StateEstimate& estimate) const {
  MonitorView view;
  view.now = input.now;
  view.last_cycle = state_.first_cycle ? input.now : state_.last_cycle;
  view.estimate = &estimate;
  view.feedback = state_.has_feedback ? &state_.feedback : nullptr;
  view.feedback_time = state_.feedback_time;
  view.commanded = &state_.commanded;
  view.capturing = is_capture(input.op.task) && !holding();
  view.energised_for = state_.energised ? input.now - state_.energised_since : Duration::zero();
  view.disagreeing_for =
      state_.disagreeing ? estimate.compared.at - state_.disagreeing_since : Duration::zero();
  std::uint32_t faults = observe_faults(monitor_setup_, view);
  if (state_.unreachable) faults |= fault_bit(Fault::kTargetUnreachable);
  if (state_.result_not_finite) faults |= fault_bit(Fault::kNotFinite);
  return faults;
}

PredictionSetup Controller::prediction_setup() const {
  PredictionSetup setup;
  setup.follow.model = &unloaded_;
  setup.follow.good_posture = &good_posture_;
  setup.follow.lead = {config_.guidance, workspace_, to_seconds(config_.period), false};
  setup.follow.damping = {config_.singularity_threshold, config_.max_damping};
  setup.follow.max_joint_rate = config_.max_joint_rate;
  setup.follow.rate_norm = config_.rate_norm;
  setup.joint_limits = &config_.robot.joint_limits;
  setup.joint_margin = config_.safety.joint_limit_margin;
  setup.least_sigma = kLeastSigmaShare * config_.singularity_threshold;
  return setup;
}

void Controller::guide_hand(const CycleInput& input, CycleOutput& out) {
  const StateEstimate& estimate = out.estimate;
  out.resolved.raw = JointVector::Zero(unloaded_.joint_count());
  out.resolved.limited = out.resolved.raw;
  out.guidance.p_WE_goal = estimate.target.p_WT;
  out.guidance.distance = (estimate.target.p_WT - estimate.p_WE).norm();
  out.guidance.closing_speed = (estimate.target.v_WT - estimate.v_WE).norm();
  out.guidance.close_gripper = state_.close_gripper;
  if (state_.supervisor.state != SupervisorState::kActive) state_.v_WE_next.setZero();
  if (state_.supervisor.state == SupervisorState::kActive && input.op.task == Task::kReorient) {
    return turn_satellite(input, out);
  }
  if (state_.supervisor.state != SupervisorState::kActive || !is_capture(input.op.task)) {
    out.guidance.status = state_.unreachable ? TaskStatus::kUnreachable : TaskStatus::kIdle;
    return;
  }
  PredictionSetup setup = prediction_setup();
  setup.follow.lead.moving = input.op.task == Task::kCaptureMoving;
  const bool printed = config_.guidance.method == GuidanceMethod::kYoshidaUmetani1990;
  if (holding()) {
    out.guidance.status = TaskStatus::kDone;
    return;
  }
  if (!printed) {
    planner_.advance(setup, estimate, state_.v_WE_next);
    state_.unreachable = planner_.unreachable();
  }
  if (printed || planner_.plan()) {
    lead_along_plan(input, setup, out);
  } else {
    out.guidance.status = state_.unreachable ? TaskStatus::kUnreachable : TaskStatus::kPlanning;
  }
  mind_gripper(input.now, estimate, out.guidance);
}

void Controller::turn_satellite(const CycleInput& input, CycleOutput& out) {
  const bool sensible = std::isfinite(input.op.turn) && input.op.turn_tolerance > 0.0;
  const bool free = unloaded_.joint_count() >= 2 && !(holding() && config_.payload.fixed);
  if (!out.estimate.valid || !free || !sensible) {
    // Held by a table, or with one joint, no loop turns the satellite; without an estimate none is begun.
    out.guidance.status = out.estimate.valid ? TaskStatus::kUnreachable : TaskStatus::kIdle;
    return;
  }
  ReorientationSetup setup;
  setup.model = holding() ? &loaded_ : &unloaded_;
  setup.joint_limits = &config_.robot.joint_limits;
  setup.joint_margin = config_.safety.joint_limit_margin;
  setup.max_joint_rate = config_.max_joint_rate;
  setup.table = config_.table;
  setup.satellite_radius = monitor_setup_.satellite_radius;
  setup.tolerance = input.op.turn_tolerance;
  const ReorientationStep step =
      follow_reorientation(setup, out.estimate, input.op.turn, state_.reorientation);
  out.guidance.status = step.status;
  out.guidance.reorientation = step.output;
  out.resolved.raw = step.rates;
  const LimitedRates limited = scale_to_limit(step.rates, config_.max_joint_rate, config_.rate_norm);
  out.resolved.limited = limited.rates;
  out.resolved.scale = limited.scale;
}

CapturePlan Controller::present_plan() const {
  if (planner_.plan()) return *planner_.plan();
  CapturePlan plan;
  plan.rendezvous = state_.task_start + from_seconds(config_.guidance.rendezvous_time);
  return plan;
}

void Controller::lead_along_plan(const CycleInput& input, const PredictionSetup& setup, CycleOutput& out) {
  const StateEstimate& estimate = out.estimate;
  const bool moving = setup.follow.lead.moving;
  Situation situation;
  situation.p_WE = estimate.p_WE;
  situation.v_WE = state_.v_WE_next;
  situation.p_WT = estimate.target.p_WT;
  if (moving) situation.v_WT = estimate.target.v_WT;
  situation.p_WG = estimate.p_WG;
  situation.v_WG = estimate.linear_momentum / unloaded_.total_mass();
  const ArmState arm{estimate.robot.theta_WB, estimate.robot.joints, estimate.angular_momentum};

  CapturePlan plan = present_plan();
  const Followed followed = follow_plan(setup.follow, situation, arm, input.now, plan);
  if (planner_.plan()) planner_.set_plan(plan);
  state_.v_WE_next = followed.v_WE_next;

  out.resolved = followed.resolved;
  out.guidance.status = TaskStatus::kRunning;
  out.guidance.v_WE = followed.lead.v_WE;
  out.guidance.tangent_corrected = followed.lead.corrected;
  out.guidance.chart = plan.chart;
  out.guidance.unfolding = plan.unfold;
  out.guidance.rendezvous = plan.rendezvous;
  const double ahead = moving ? std::max(0.0, to_seconds(plan.rendezvous - estimate.at)) : 0.0;
  out.guidance.p_WE_goal = situation.p_WT + ahead * situation.v_WT;
}

void Controller::mind_gripper(Time now, const StateEstimate& estimate, GuidanceOutput& guidance) {
  const GuidanceConfig& config = config_.guidance;
  const bool within = estimate.target.valid && guidance.distance <= config.capture_distance &&
                      guidance.closing_speed <= config.capture_speed;
  if (within && !state_.within_tolerance) state_.within_tolerance_since = now;
  state_.within_tolerance = within;
  if (within && now - state_.within_tolerance_since >= config.capture_dwell) state_.close_gripper = true;
  // Jaws that closed on nothing open again for the next attempt.
  if (state_.feedback.gripper == GripperState::kEmpty) {
    state_.close_gripper = false;
    state_.within_tolerance = false;
  }
  guidance.close_gripper = state_.close_gripper;
}

JointVector Controller::rates_of_state(const CycleInput& input, const ResolvedRates& resolved) const {
  JointVector zero = JointVector::Zero(unloaded_.joint_count());
  if (state_.supervisor.state == SupervisorState::kActive) {
    if (input.op.task == Task::kJog && input.op.jog_rates.size() == zero.size()) {
      return scale_to_limit(input.op.jog_rates, config_.max_joint_rate, config_.rate_norm).rates;
    }
    return is_capture(input.op.task) || input.op.task == Task::kReorient ? resolved.limited : zero;
  }
  if (state_.supervisor.state == SupervisorState::kHold) {
    // Ramp: the whole vector shrinks, so that the hand keeps its direction until it rests.
    const double size = state_.commanded.norm();
    const double step = config_.hold_deceleration * to_seconds(config_.period);
    if (size > step && step > 0.0) return state_.commanded * ((size - step) / size);
  }
  return zero;
}

JointCommand Controller::make_command(const CycleInput& input, const JointVector& rates) const {
  JointCommand command;
  // The last gate before the wire.
  command.rates = scale_to_limit(rates, config_.max_joint_rate, config_.rate_norm).rates;
  command.enable = energised(state_.supervisor.state);
  command.stop =
      state_.supervisor.state == SupervisorState::kStopped && input.op.request != Request::kAcknowledge;
  command.clear = input.op.request == Request::kAcknowledge;
  command.close_gripper = state_.close_gripper;
  command.time_to_live = config_.time_to_live;
  return command;
}

}  // namespace freefloat
