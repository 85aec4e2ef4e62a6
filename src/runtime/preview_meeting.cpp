#include "runtime/preview_meeting.h"

#include <cmath>

#include "control/meet_target.h"
#include "control/resolve_rates.h"

namespace freefloat {

namespace {

constexpr double kHorizon = 40.0;  // s; what has not arrived by then does not

/// @param start Of the prediction. @param rates That the joints have, rad/s.
/// @param ahead Until the middle of the coming command's effect, s. @return Of that time.
StateEstimate as_estimate(const PlanarModel& model, const StateEstimate& start, const CapturePrediction& now,
                          const JointVector& rates, double ahead) {
  ArmState arm = now.arm;
  move_arm(model, rates, ahead, arm);
  StateEstimate estimate;
  estimate.valid = true;
  estimate.at = now.start + from_seconds(now.elapsed + ahead);
  estimate.robot.theta_WB = arm.theta_WB;
  estimate.robot.joints = arm.joints;
  estimate.angular_momentum = arm.angular_momentum;
  estimate.p_WG = now.task.p_WG + ahead * now.task.v_WG;
  estimate.linear_momentum = model.total_mass() * now.task.v_WG;
  estimate.target.p_WT = now.task.p_WT + ahead * now.task.v_WT;
  estimate.target.v_WT = now.task.v_WT;
  estimate.v_WE = now.task.v_WE;
  estimate.target.turns = start.target.turns;
  estimate.target.theta_WT = start.target.theta_WT + to_seconds(estimate.at - start.at) * now.task.w_WT;
  estimate.target.p_WC = now.task.p_WT - now.task.p_CT;
  estimate.target.w_WT = now.task.w_WT;
  return estimate;
}

}  // namespace

PredictedEnd preview_meeting(const ControlSetup& setup, const StateEstimate& estimate, bool moving,
                             const std::function<void(const CapturePrediction&)>& look, MeetingOutput* last) {
  const ControllerConfig& config = setup.config;
  const PlanarModel& model = setup.unloaded();
  const double period = to_seconds(config.period);
  CapturePrediction now;
  now.begin(estimate, task_space_state(estimate, Vector2::Zero(), model, moving), {});
  MeetingPlanner planner;
  JointVector rates = JointVector::Zero(now.arm.joints.size());
  CommandHistory commands;
  const double acceleration = drive_acceleration(config);
  commands.push(now.start - config.period, rates, acceleration);
  double within = 0.0;
  while (now.elapsed < kHorizon) {
    look(now);
    const StateEstimate at = as_estimate(model, estimate, now, rates, 0.5 * period);
    rates = meet_target(setup, meeting_scene(setup, at, rates, {}, moving), at.at, planner);
    if (planner.unreachable()) break;
    if (last != nullptr && planner.planned && last->number != planner.number)
      *last = describe_meeting(planner, Vector2::Zero());
    rates = scale_to_limit(rates, config.max_joint_rate, config.rate_norm).rates;
    const Time from = now.start + from_seconds(now.elapsed);
    commands.push(from, rates, acceleration);
    now.elapsed += period;
    const Time to = now.start + from_seconds(now.elapsed);
    move_arm(model, commands.turned(from, to, acceleration) / period, period, now.arm);
    now.task.p_WG += period * now.task.v_WG;
    now.task.move_target(period);
    const Vector2 p_WE =
        now.task.p_WG + compute_hand(model, compute_posture(now.arm.theta_WB, now.arm.joints)).p_GX;
    const Vector2 v_WE = (p_WE - now.task.p_WE) / period;
    now.task.p_WE = p_WE;
    now.task.v_WE = v_WE;
    if (!setup.limits.allow(now.arm.joints)) return PredictedEnd::kJointLimit;
    const bool inside = (now.task.p_WT - p_WE).norm() <= config.guidance.capture_distance &&
                        (now.task.v_WT - v_WE).norm() <= config.guidance.capture_speed;
    within = inside ? within + period : 0.0;
    if (within > to_seconds(config.guidance.capture_dwell)) {
      look(now);
      return PredictedEnd::kCaptured;
    }
  }
  return PredictedEnd::kNotInTime;
}

bool can_be_met(const ControlSetup& setup, const StateEstimate& estimate, bool moving) {
  constexpr int kMostCycles = 5000;
  const JointVector at_rest = JointVector::Zero(estimate.robot.joints.size());
  const MeetingScene scene = meeting_scene(setup, estimate, at_rest, {}, moving);
  MeetingPlanner planner;
  for (int i = 0; i < kMostCycles && !planner.planned && !planner.unreachable(); ++i)
    meet_target(setup, scene, estimate.at, planner);
  return planner.planned;
}

}  // namespace freefloat
