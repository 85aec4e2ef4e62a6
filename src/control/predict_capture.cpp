#include "control/predict_capture.h"

#include <algorithm>

#include "control/resolve_rates.h"

namespace freefloat {

namespace {

constexpr int kStepsInside = 3;         // in a row within the tolerances count as captured
constexpr double kDistanceShare = 0.8;  // of the tolerance that a prediction may use
constexpr double kTurnShare = 0.08;     // the same of the hand's angle
constexpr double kAfterMeeting = 2.0;   // s a moving target's path may take beyond the planned meeting
constexpr double kHorizon = 40.0;       // s; a path that has not arrived by then counts as failed

}  // namespace

void CapturePrediction::begin(const StateEstimate& estimate, const TaskSpaceState& at,
                              const CapturePlan& wanted) {
  *this = {.plan = wanted,
           .followed = wanted,
           .start = estimate.at,
           .task = at,
           .arm = arm_state(estimate),
           .end = PredictedEnd::kRunning};
}

void CapturePrediction::advance(const ControlSetup& setup, bool moving, double clearance_share,
                                const ApproachLine* approach) {
  if (end != PredictedEnd::kRunning) return;
  const ControllerConfig& config = setup.config;
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(setup.unloaded(), compute_posture(arm.theta_WB, arm.joints));
  const HandVelocity lead = lead_hand({config.guidance, setup.workspace, kStep, moving, approach}, task,
                                      start + from_seconds(elapsed), followed);
  ResolvedRates resolved = resolve_rates({config.singularity_threshold, config.max_damping}, jacobian,
                                         lead.mean, task.v_WG, arm.angular_momentum);
  if (approach != nullptr)
    turn_hand(setup, *approach, arm, jacobian, start + from_seconds(elapsed), resolved);
  const bool unfolding = followed.unfold;
  if (unfolding) {
    resolved.raw = unfold_arm(setup, task, arm.joints, followed);
  } else {
    smallest_sigma = std::min(smallest_sigma, resolved.sigma_min);
  }
  scale_to_limit(config.max_joint_rate, config.rate_norm, resolved);
  const Vector2 v_WE_next = next_hand_velocity(task, arm, jacobian, lead, resolved, unfolding);
  const ArmState arm_before = arm;
  const TaskSpaceState task_before = task;
  move(setup.unloaded(), resolved.limited);
  task.v_WE = v_WE_next;
  elapsed += kStep;
  end = judge(setup, moving, approach);
  if (approach != nullptr && leaves_line(*approach, task_before, task, start + from_seconds(elapsed)))
    end = PredictedEnd::kNotInTime;
  // A way that touches leads nowhere.
  if (setup.clearance.active() &&
      setup.clearance.is_lost(setup.unloaded(), {arm_before, task_before}, {arm, task}, clearance_share))
    end = PredictedEnd::kNotInTime;
}

/// The robot follows, the mass centre drifts.
void CapturePrediction::move(const PlanarModel& model, const JointVector& rates) {
  move_arm(model, rates, kStep, arm);
  task.p_WG += kStep * task.v_WG;
  task.move_target(kStep);
  const Vector2 p_WE = task.p_WG + compute_hand(model, compute_posture(arm.theta_WB, arm.joints)).p_GX;
  v_WE_mean = (p_WE - task.p_WE) / kStep;
  task.p_WE = p_WE;
}

PredictedEnd CapturePrediction::judge(const ControlSetup& setup, bool moving, const ApproachLine* approach) {
  if (!(smallest_sigma >= kLeastSigmaShare * setup.config.singularity_threshold))
    return PredictedEnd::kSingular;
  if (!setup.limits.allow(arm.joints)) return PredictedEnd::kJointLimit;
  const GuidanceConfig& guidance = setup.config.guidance;
  const Time now = start + from_seconds(elapsed);
  const bool turned = approach == nullptr || is_turned_along(*approach, hand_angle(arm), now, kTurnShare);
  const bool inside = turned &&
                      (task.p_WT - task.p_WE).norm() <= kDistanceShare * guidance.capture_distance &&
                      (task.v_WT - v_WE_mean).norm() <= guidance.capture_speed;
  steps_inside = inside ? steps_inside + 1 : 0;
  if (steps_inside >= kStepsInside) return PredictedEnd::kCaptured;
  const double after = kAfterMeeting + (approach != nullptr ? kTimeAlongLine : 0.0);
  const bool missed = moving && start + from_seconds(elapsed - after) > plan.rendezvous;
  return missed || elapsed > kHorizon ? PredictedEnd::kNotInTime : PredictedEnd::kRunning;
}

}  // namespace freefloat
