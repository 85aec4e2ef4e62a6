#include "control/predict_capture.h"

#include <algorithm>

namespace freefloat {

namespace {

constexpr int kStepsInside = 3;         // in a row within the tolerances count as captured
constexpr double kDistanceShare = 0.8;  // of the tolerance that a prediction may use
constexpr double kAfterMeeting = 2.0;   // s a moving target's path may take beyond the planned meeting

}  // namespace

CapturePrediction::CapturePrediction(const StateEstimate& start, const Vector2& v_WE, const Vector2& v_WG,
                                     const CapturePlan& plan) {
  state_.plan = plan;
  state_.followed = plan;
  state_.start = start.at;
  state_.arm = {start.robot.theta_WB, start.robot.joints, start.angular_momentum};
  state_.verdict = PredictionVerdict::kRunning;
  state_.situation.p_WE = start.p_WE;
  state_.situation.v_WE = v_WE;
  state_.situation.p_WT = start.target.p_WT;
  state_.situation.v_WT = start.target.v_WT;
  state_.situation.p_WG = start.p_WG;
  state_.situation.v_WG = v_WG;
}

void CapturePrediction::advance(const PredictionSetup& setup) {
  if (state_.verdict != PredictionVerdict::kRunning) return;
  FollowSetup follow = setup.follow;
  follow.lead.period = kStep;
  if (!follow.lead.moving) state_.situation.v_WT.setZero();
  const bool unfolding = state_.followed.unfold;
  const Followed followed = follow_plan(follow, state_.situation, state_.arm,
                                        state_.start + from_seconds(state_.elapsed), state_.followed);
  if (!unfolding) state_.smallest_sigma = std::min(state_.smallest_sigma, followed.resolved.sigma_min);
  move(*follow.model, followed.resolved.limited);
  state_.situation.v_WE = followed.v_WE_next;
  state_.elapsed += kStep;
  state_.verdict = judge(setup);
}

/// The robot follows: joints by their rates, the satellite by the momentum (midpoint rule), the mass centre
/// as it drifts.
void CapturePrediction::move(const PlanarModel& model, const JointVector& rates) {
  const auto rate = [&](double theta, const JointVector& joints) {
    return satellite_rate(compute_angular_inertia(model, compute_posture(theta, joints)), rates,
                          state_.arm.angular_momentum);
  };
  const double half = state_.arm.theta_WB + 0.5 * kStep * rate(state_.arm.theta_WB, state_.arm.joints);
  state_.arm.theta_WB += kStep * rate(half, state_.arm.joints + 0.5 * kStep * rates);
  state_.arm.joints += kStep * rates;
  state_.situation.p_WG += kStep * state_.situation.v_WG;
  state_.situation.p_WT += kStep * state_.situation.v_WT;
  const Vector2 p_WE = state_.situation.p_WG +
                       compute_hand(model, compute_posture(state_.arm.theta_WB, state_.arm.joints)).p_GX;
  state_.v_WE_mean = (p_WE - state_.situation.p_WE) / kStep;
  state_.situation.p_WE = p_WE;
}

PredictionVerdict CapturePrediction::judge(const PredictionSetup& setup) {
  if (!(state_.smallest_sigma >= setup.least_sigma)) return PredictionVerdict::kSingular;
  for (Eigen::Index j = 0; j < state_.arm.joints.size(); ++j) {
    const JointLimits& limits = (*setup.joint_limits)[static_cast<std::size_t>(j)];
    if (state_.arm.joints[j] < limits.min + setup.joint_margin ||
        state_.arm.joints[j] > limits.max - setup.joint_margin) {
      return PredictionVerdict::kJointLimit;
    }
  }
  const GuidanceConfig& guidance = setup.follow.lead.config;
  const bool inside =
      (state_.situation.p_WT - state_.situation.p_WE).norm() <= kDistanceShare * guidance.capture_distance &&
      (state_.situation.v_WT - state_.v_WE_mean).norm() <= guidance.capture_speed;
  state_.steps_inside = inside ? state_.steps_inside + 1 : 0;
  if (state_.steps_inside >= kStepsInside) return PredictionVerdict::kCaptured;
  const bool missed = setup.follow.lead.moving &&
                      state_.start + from_seconds(state_.elapsed - kAfterMeeting) > state_.plan.rendezvous;
  return missed || state_.elapsed > setup.horizon ? PredictionVerdict::kNotInTime
                                                  : PredictionVerdict::kRunning;
}

}  // namespace freefloat
