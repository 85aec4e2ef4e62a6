#include "control/predict_capture.h"

#include <algorithm>

namespace freefloat {

namespace {

constexpr int kStepsInside = 3;        // in a row within the tolerances count as captured
constexpr double kAfterMeeting = 2.0;  // s a moving target's path may take beyond the planned meeting

}  // namespace

CapturePrediction::CapturePrediction(const StateEstimate& start, const Vector2& v_WE, const Vector2& v_WG,
                                     const CapturePlan& plan)
    : plan_(plan),
      followed_(plan),
      start_(start.at),
      theta_WB_(start.robot.theta_WB),
      joints_(start.robot.joints),
      angular_momentum_(start.angular_momentum),
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
  const PlanarModel& model = *setup.model;
  LeadSetup lead = setup.lead;
  lead.period = kStep;
  if (!lead.moving) situation_.v_WT.setZero();
  const Time now = start_ + from_seconds(elapsed_);

  const CorrectedVelocity wanted = lead_hand(lead, situation_, now, followed_);
  const Posture posture = compute_posture(theta_WB_, joints_);
  const PointMotion hand = compute_hand(model, posture);
  const AngularInertia inertia = compute_angular_inertia(model, posture);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(hand, inertia);
  const ResolvedRates resolved =
      resolve_rates(setup.damping, jacobian, wanted.v_WE, situation_.v_WG, angular_momentum_);
  const LimitedRates limited = scale_to_limit(resolved.raw, setup.max_joint_rate, setup.rate_norm);
  smallest_sigma_ = std::min(smallest_sigma_, resolved.sigma_min);
  if (limited.scale > 0.0) largest_rate_ratio_ = std::max(largest_rate_ratio_, 1.0 / limited.scale);
  if (!(resolved.sigma_min >= setup.least_sigma)) {
    verdict_ = PredictionVerdict::kSingular;
    return;
  }

  // The robot follows: joints by their rates, the satellite by the momentum, the mass centre as it drifts.
  const double half_angle =
      theta_WB_ + 0.5 * kStep * satellite_rate(inertia, limited.rates, angular_momentum_);
  const JointVector half_joints = joints_ + 0.5 * kStep * limited.rates;
  const AngularInertia half_inertia =
      compute_angular_inertia(model, compute_posture(half_angle, half_joints));
  theta_WB_ += kStep * satellite_rate(half_inertia, limited.rates, angular_momentum_);
  joints_ += kStep * limited.rates;
  situation_.p_WG += kStep * situation_.v_WG;
  situation_.p_WT += kStep * situation_.v_WT;
  const Vector2 p_WE = situation_.p_WG + compute_hand(model, compute_posture(theta_WB_, joints_)).p_GX;
  situation_.v_WE = (p_WE - situation_.p_WE) / kStep;
  situation_.p_WE = p_WE;
  elapsed_ += kStep;

  for (Eigen::Index j = 0; j < joints_.size(); ++j) {
    const JointLimits& limits = (*setup.joint_limits)[static_cast<std::size_t>(j)];
    if (joints_[j] < limits.min + setup.joint_margin || joints_[j] > limits.max - setup.joint_margin) {
      verdict_ = PredictionVerdict::kJointLimit;
      return;
    }
  }
  const bool inside =
      (situation_.p_WT - situation_.p_WE).norm() <= 0.8 * setup.lead.config.capture_distance &&
      (situation_.v_WT - situation_.v_WE).norm() <= setup.lead.config.capture_speed;
  steps_inside_ = inside ? steps_inside_ + 1 : 0;
  if (steps_inside_ >= kStepsInside) {
    verdict_ = PredictionVerdict::kCaptured;
  } else if (setup.lead.moving && largest_rate_ratio_ > 1.0) {
    verdict_ = PredictionVerdict::kTooFast;
  } else if (elapsed_ > setup.horizon ||
             (setup.lead.moving && start_ + from_seconds(elapsed_ - kAfterMeeting) > plan_.rendezvous)) {
    verdict_ = PredictionVerdict::kNotInTime;
  }
}

}  // namespace freefloat
