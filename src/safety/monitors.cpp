#include "safety/monitors.h"

#include <algorithm>

#include "model/satellite_outline.h"
#include "safety/collision.h"
#include "safety/fault_table.h"

namespace freefloat {

namespace {

constexpr int kStalledPeriods = 5;
constexpr double kSigmas = 3.0;
constexpr double kRim = 0.01;  // m: a target may touch the satellite

bool moves_into_limit(const MotionLimits& limits, const JointVector& angles, const JointVector& rates) {
  for (Eigen::Index j = 0; j < angles.size(); ++j) {
    const JointLimits& joint = limits.joints[j];
    if (angles[j] > joint.max - limits.joint_margin && rates[j] > 0.0) return true;
    if (angles[j] < joint.min + limits.joint_margin && rates[j] < 0.0) return true;
  }
  return false;
}

/// An arm that swings carries the satellite on until it rests.
bool is_at_edge(const MotionLimits& limits, const StateEstimate& estimate, Duration to_stop) {
  const Vector2 there = estimate.robot.p_WB + to_seconds(to_stop) * estimate.robot.v_WB;
  return std::min(limits.edge_clearance(estimate.robot.p_WB), limits.edge_clearance(there)) <
         kSigmas * estimate.sigma_hand;
}

bool is_implausible(const SafetyConfig& config, const MotionLimits& limits, const StateEstimate& estimate) {
  const TargetEstimate& target = estimate.target;
  if (target.v_WT.norm() > config.max_target_speed) return true;
  const SatelliteOutline satellite{limits.satellite_size, estimate.robot.p_WB, estimate.robot.theta_WB};
  return satellite.depth_of(target.p_WT) > kRim;
}

/// LEDs that agree with one another and not with the momentum: the robot as a whole is pushed or braked.
bool is_disturbed(const SafetyConfig& config, const MonitorView& view) {
  const StateEstimate& estimate = view.estimate;
  return config.momentum_for > Duration::zero() && view.disturbed_since &&
         estimate.contradicted_markers == 0 && estimate.markers_rejected >= 2 &&
         estimate.markers_rejected > estimate.markers_used &&
         estimate.at - *view.disturbed_since >= config.momentum_for;
}

}  // namespace

bool is_overspeed(const SafetyConfig& config, const MotionLimits& limits, const JointFeedback& feedback) {
  return feedback.rates.size() == static_cast<Eigen::Index>(limits.joints.size()) &&
         feedback.rates.size() > 0 && feedback.rates.allFinite() &&
         feedback.rates.cwiseAbs().maxCoeff() > config.overspeed_factor * limits.max_joint_rate;
}

std::uint32_t observe_faults(const SafetyConfig& config, const MotionLimits& limits,
                             const MonitorView& view) {
  std::uint32_t faults = 0;
  const auto raise_if = [&](bool condition, Fault fault) {
    if (condition) faults |= fault_bit(fault);
  };
  const auto lasts = [](const std::optional<Time>& since, Time now, Duration limit) {
    return since && now - *since > limit;
  };
  const StateEstimate& estimate = view.estimate;
  const JointFeedback& feedback = view.feedback;

  raise_if(lasts(view.last_cycle, view.now, kStalledPeriods * view.period), Fault::kLoopStalled);
  raise_if(!estimate.valid, Fault::kNoEstimate);
  raise_if(view.camera_frozen, Fault::kCameraFrozen);
  raise_if(view.contradicted_turns != 0, Fault::kTurnDisagreement);
  raise_if(lasts(view.disagreeing_since, estimate.compared.at, config.joint_disagreement_for),
           Fault::kJointDisagreement);
  if (estimate.valid) {
    raise_if(estimate.since_frame > config.frame_timeout, Fault::kFramesMissing);
    raise_if(estimate.sigma_hand > config.max_hand_sigma, Fault::kHandUncertain);
    raise_if(config.check_lengths && estimate.contradicted_for >= config.contradiction_for,
             Fault::kMarkersContradict);
    raise_if(view.capturing && estimate.target.valid && is_implausible(config, limits, estimate),
             Fault::kTargetImplausible);
    raise_if(is_at_edge(limits, estimate, view.to_stop), Fault::kTableEdge);
    raise_if(view.moving != nullptr && is_disturbed(config, view), Fault::kMomentumChanged);
    raise_if(view.moving != nullptr &&
                 will_collide(*view.moving, limits, estimate, view.capturing, view.period, view.to_stop),
             Fault::kCollision);
    raise_if(view.capturing && (view.target_frozen || !estimate.target.valid ||
                                estimate.target.since_seen > config.target_timeout),
             Fault::kTargetLost);
  }
  if (!view.feedback_time || view.now - *view.feedback_time > config.feedback_timeout) {
    raise_if(true, Fault::kFeedbackMissing);
    return faults;
  }
  const bool latched = feedback.board_state >= BoardState::kTimeout;
  raise_if(latched, Fault::kBoardLatched);
  raise_if(!latched && feedback.board_faults != 0, Fault::kBoardFault);
  raise_if(feedback.board_state == BoardState::kOff &&
               lasts(view.energised_since, view.now, config.board_off_timeout),
           Fault::kBoardOff);
  const Eigen::Index joint_count = limits.joints.size();
  if (feedback.angles.size() != joint_count || feedback.rates.size() != joint_count) {
    raise_if(true, Fault::kFeedbackMissing);  // of another robot: worth no more than none
    return faults;
  }
  const bool finite = feedback.angles.allFinite() && feedback.rates.allFinite();
  raise_if(!finite, Fault::kNotFinite);
  if (finite) {
    raise_if(lasts(view.overspeed_since, feedback.sample_time, config.overspeed_for), Fault::kOverspeed);
    raise_if(moves_into_limit(limits, feedback.angles, view.commanded), Fault::kJointLimit);
  }
  return faults;
}

}  // namespace freefloat
