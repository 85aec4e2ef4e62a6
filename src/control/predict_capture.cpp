#include "control/predict_capture.h"

#include <algorithm>

namespace freefloat {

namespace {

constexpr int kStepsInside = 3;         // in a row within the tolerances count as captured
constexpr double kDistanceShare = 0.8;  // of the tolerance that a prediction may use
constexpr double kAfterMeeting = 2.0;   // s a moving target's path may take beyond the planned meeting

}  // namespace

CapturePrediction::CapturePrediction(const StateEstimate& start, const Vector2& v_WE, const Vector2& v_WG,
                                     const CapturePlan& plan)
    : plan_(plan),
      followed_(plan),
      start_(start.at),
      arm_{start.robot.theta_WB, start.robot.joints, start.angular_momentum},
      verdict_(PredictionVerdict::kRunning) {
  situation_.p_WE = start.p_WE;
  situation_.v_WE = v_WE;
  situation_.p_WT = start.target.p_WT;
  situation_.v_WT = start.target.v_WT;
  situation_.p_WG = start.p_WG;
  situation_.v_WG = v_WG;
}

void CapturePrediction::advance(const PredictionSetup& setup) {
  if (verdict_ != PredictionVerdict::kRunning) return;
  FollowSetup follow = setup.follow;
  follow.lead.period = kStep;
  if (!follow.lead.moving) situation_.v_WT.setZero();
  const bool unfolding = followed_.unfold;
  const Followed followed = follow_plan(follow, situation_, arm_, start_ + from_seconds(elapsed_), followed_);
  if (!unfolding) smallest_sigma_ = std::min(smallest_sigma_, followed.resolved.sigma_min);
  move(*follow.model, followed.resolved.limited);
  situation_.v_WE = followed.v_WE_next;
  elapsed_ += kStep;
  verdict_ = judge(setup);
}

/// The robot follows: joints by their rates, the satellite by the momentum (midpoint rule), the mass centre
/// as it drifts.
void CapturePrediction::move(const PlanarModel& model, const JointVector& rates) {
  const auto rate = [&](double theta, const JointVector& joints) {
    return satellite_rate(compute_angular_inertia(model, compute_posture(theta, joints)), rates,
                          arm_.angular_momentum);
  };
  const double half = arm_.theta_WB + 0.5 * kStep * rate(arm_.theta_WB, arm_.joints);
  arm_.theta_WB += kStep * rate(half, arm_.joints + 0.5 * kStep * rates);
  arm_.joints += kStep * rates;
  situation_.p_WG += kStep * situation_.v_WG;
  situation_.p_WT += kStep * situation_.v_WT;
  const Vector2 p_WE =
      situation_.p_WG + compute_hand(model, compute_posture(arm_.theta_WB, arm_.joints)).p_GX;
  v_WE_mean_ = (p_WE - situation_.p_WE) / kStep;
  situation_.p_WE = p_WE;
}

PredictionVerdict CapturePrediction::judge(const PredictionSetup& setup) {
  if (!(smallest_sigma_ >= setup.least_sigma)) return PredictionVerdict::kSingular;
  for (Eigen::Index j = 0; j < arm_.joints.size(); ++j) {
    const JointLimits& limits = (*setup.joint_limits)[static_cast<std::size_t>(j)];
    if (arm_.joints[j] < limits.min + setup.joint_margin ||
        arm_.joints[j] > limits.max - setup.joint_margin) {
      return PredictionVerdict::kJointLimit;
    }
  }
  const GuidanceConfig& guidance = setup.follow.lead.config;
  const bool inside =
      (situation_.p_WT - situation_.p_WE).norm() <= kDistanceShare * guidance.capture_distance &&
      (situation_.v_WT - v_WE_mean_).norm() <= guidance.capture_speed;
  steps_inside_ = inside ? steps_inside_ + 1 : 0;
  if (steps_inside_ >= kStepsInside) return PredictionVerdict::kCaptured;
  const bool missed =
      setup.follow.lead.moving && start_ + from_seconds(elapsed_ - kAfterMeeting) > plan_.rendezvous;
  return missed || elapsed_ > setup.horizon ? PredictionVerdict::kNotInTime : PredictionVerdict::kRunning;
}

}  // namespace freefloat
