#include "control/controller.h"

#include <algorithm>
#include <cmath>

#include "model/guaranteed_workspace.h"
#include "model/payload.h"
#include "model/singularity_free_annulus.h"
#include "safety/fault_table.h"

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
      commanded_(JointVector::Zero(config.robot.joint_count())) {}

CycleOutput Controller::step(const CycleInput& input) noexcept {
  CycleOutput out;
  out.now = input.now;
  remember_feedback(input);
  begin_task(input);
  const bool holding = has_feedback_ && feedback_.gripper == GripperState::kHolding;

  out.estimate =
      estimate_state(estimator_setup_, input.now, input.markers, input.joints, holding, estimator_);
  out.faults = observe(input, out.estimate);
  supervise(input.op, out.faults, supervisor_);
  out.guidance = guide_hand(input, out.estimate);
  out.resolved = resolve_and_limit(out.estimate, out.guidance);
  out.command = make_command(input, rates_of_state(input, out.resolved));
  out.prediction = predict_markers(estimator_setup_, estimator_, out.estimate);

  out.state = supervisor_.state;
  out.latched_faults = supervisor_.latched;
  out.unmet_checks = blocking(out.faults);
  commanded_ = out.command.rates;
  last_cycle_ = input.now;
  first_cycle_ = false;
  return out;
}

void Controller::remember_feedback(const CycleInput& input) {
  if (!input.joints) return;
  feedback_ = *input.joints;
  feedback_time_ = input.now;
  has_feedback_ = true;
}

void Controller::begin_task(const CycleInput& input) {
  if (input.op.task_number == task_number_) return;
  task_number_ = input.op.task_number;
  task_start_ = input.now;
  planner_.reset();
  within_tolerance_ = false;
  unreachable_ = false;
  if (input.op.task == Task::kRelease) close_gripper_ = false;
}

std::uint32_t Controller::observe(const CycleInput& input, const StateEstimate& estimate) const {
  MonitorView view;
  view.now = input.now;
  view.last_cycle = first_cycle_ ? input.now : last_cycle_;
  view.estimate = &estimate;
  view.feedback = has_feedback_ ? &feedback_ : nullptr;
  view.feedback_time = feedback_time_;
  view.commanded = &commanded_;
  view.capturing = is_capture(input.op.task) && feedback_.gripper != GripperState::kHolding;
  std::uint32_t faults = observe_faults(monitor_setup_, view);
  if (unreachable_) faults |= fault_bit(Fault::kTargetUnreachable);
  return faults;
}

PredictionSetup Controller::prediction_setup() const {
  PredictionSetup setup;
  setup.model = &unloaded_;
  setup.joint_limits = &config_.robot.joint_limits;
  setup.lead = {config_.guidance, workspace_, to_seconds(config_.period), false};
  setup.damping = {config_.singularity_threshold, config_.max_damping};
  setup.max_joint_rate = config_.max_joint_rate;
  setup.rate_norm = config_.rate_norm;
  setup.joint_margin = config_.safety.joint_limit_margin;
  setup.least_sigma = kLeastSigmaShare * config_.singularity_threshold;
  return setup;
}

GuidanceOutput Controller::guide_hand(const CycleInput& input, const StateEstimate& estimate) {
  GuidanceOutput guidance;
  guidance.p_WE_goal = estimate.target.p_WT;
  guidance.distance = (estimate.target.p_WT - estimate.p_WE).norm();
  guidance.closing_speed = (estimate.target.v_WT - estimate.v_WE).norm();
  if (supervisor_.state != SupervisorState::kActive || !is_capture(input.op.task)) {
    if (supervisor_.state != SupervisorState::kActive) v_WE_commanded_.setZero();
    guidance.status = unreachable_ ? TaskStatus::kUnreachable : TaskStatus::kIdle;
    guidance.close_gripper = close_gripper_;
    return guidance;
  }
  PredictionSetup setup = prediction_setup();
  setup.lead.moving = input.op.task == Task::kCaptureMoving;
  const bool holding = has_feedback_ && feedback_.gripper == GripperState::kHolding;
  if (holding) {
    guidance.status = TaskStatus::kDone;
  } else if (config_.guidance.method == GuidanceMethod::kYoshidaUmetani1990) {
    guidance = lead_along_plan(input.now, estimate, setup);
  } else {
    planner_.advance(setup, estimate, v_WE_commanded_);
    unreachable_ = planner_.unreachable();
    guidance.status = unreachable_ ? TaskStatus::kUnreachable : TaskStatus::kPlanning;
    if (planner_.plan()) guidance = lead_along_plan(input.now, estimate, setup);
  }
  mind_gripper(input.now, estimate, guidance);
  return guidance;
}

GuidanceOutput Controller::lead_along_plan(Time now, const StateEstimate& estimate,
                                           const PredictionSetup& setup) {
  Situation situation;
  situation.p_WE = estimate.p_WE;
  situation.v_WE = v_WE_commanded_;
  situation.p_WT = estimate.target.p_WT;
  if (setup.lead.moving) situation.v_WT = estimate.target.v_WT;
  situation.p_WG = estimate.p_WG;
  situation.v_WG = estimate.linear_momentum / unloaded_.total_mass();

  CapturePlan plan;
  plan.rendezvous = task_start_ + from_seconds(config_.guidance.rendezvous_time);
  if (planner_.plan()) plan = *planner_.plan();
  const CorrectedVelocity lead = lead_hand(setup.lead, situation, now, plan);
  if (planner_.plan()) planner_.set_chart(plan.chart);

  GuidanceOutput guidance;
  guidance.status = TaskStatus::kRunning;
  guidance.v_WE = lead.v_WE;
  guidance.tangent_corrected = lead.corrected;
  guidance.chart = plan.chart;
  guidance.rendezvous = plan.rendezvous;
  const double ahead = std::max(0.0, to_seconds(plan.rendezvous - estimate.at));
  guidance.p_WE_goal = situation.p_WT + (setup.lead.moving ? ahead : 0.0) * situation.v_WT;
  guidance.distance = (situation.p_WT - situation.p_WE).norm();
  guidance.closing_speed = (estimate.target.v_WT - estimate.v_WE).norm();
  return guidance;
}

void Controller::mind_gripper(Time now, const StateEstimate& estimate, GuidanceOutput& guidance) {
  const GuidanceConfig& config = config_.guidance;
  const bool within = estimate.target.valid && guidance.distance <= config.capture_distance &&
                      guidance.closing_speed <= config.capture_speed;
  if (within && !within_tolerance_) within_tolerance_since_ = now;
  within_tolerance_ = within;
  if (within && now - within_tolerance_since_ >= config.capture_dwell) close_gripper_ = true;
  // Jaws that closed on nothing open again for the next attempt.
  if (feedback_.gripper == GripperState::kEmpty) {
    close_gripper_ = false;
    within_tolerance_ = false;
  }
  guidance.close_gripper = close_gripper_;
}

ResolvedRates Controller::resolve_and_limit(const StateEstimate& estimate, const GuidanceOutput& guidance) {
  ResolvedRates resolved;
  resolved.raw = JointVector::Zero(unloaded_.joint_count());
  resolved.limited = resolved.raw;
  if (!estimate.valid) return resolved;
  const bool holding = has_feedback_ && feedback_.gripper == GripperState::kHolding;
  const PlanarModel& model = holding ? loaded_ : unloaded_;
  const Posture posture = compute_posture(estimate.robot.theta_WB, estimate.robot.joints);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
  const Vector2 v_WG = estimate.linear_momentum / model.total_mass();
  resolved = resolve_rates({config_.singularity_threshold, config_.max_damping}, jacobian, guidance.v_WE,
                           v_WG, estimate.angular_momentum);
  const LimitedRates limited = scale_to_limit(resolved.raw, config_.max_joint_rate, config_.rate_norm);
  resolved.limited = limited.rates;
  resolved.scale = limited.scale;
  if (supervisor_.state == SupervisorState::kActive) {
    v_WE_commanded_ = v_WG + jacobian.by_momentum.head<2>() * estimate.angular_momentum +
                      jacobian.position() * resolved.limited;
  }
  return resolved;
}

JointVector Controller::rates_of_state(const CycleInput& input, const ResolvedRates& resolved) const {
  const JointVector zero = JointVector::Zero(unloaded_.joint_count());
  if (supervisor_.state == SupervisorState::kActive) {
    if (input.op.task == Task::kJog && input.op.jog_rates.size() == zero.size()) {
      return scale_to_limit(input.op.jog_rates, config_.max_joint_rate, config_.rate_norm).rates;
    }
    const bool holding = feedback_.gripper == GripperState::kHolding;
    return is_capture(input.op.task) && !holding ? resolved.limited : zero;
  }
  if (supervisor_.state == SupervisorState::kHold) {
    // Ramp: the whole vector shrinks, so that the hand keeps its direction until it rests.
    const double size = commanded_.norm();
    const double step = config_.hold_deceleration * to_seconds(config_.period);
    if (size > step && step > 0.0) return commanded_ * ((size - step) / size);
  }
  return zero;
}

JointCommand Controller::make_command(const CycleInput& input, const JointVector& rates) const {
  JointCommand command;
  // The last gate before the wire.
  command.rates = scale_to_limit(rates, config_.max_joint_rate, config_.rate_norm).rates;
  command.enable = energised(supervisor_.state);
  command.stop = supervisor_.state == SupervisorState::kStopped && input.op.request != Request::kAcknowledge;
  command.clear = input.op.request == Request::kAcknowledge;
  command.close_gripper = close_gripper_;
  command.time_to_live = config_.time_to_live;
  return command;
}

}  // namespace freefloat
