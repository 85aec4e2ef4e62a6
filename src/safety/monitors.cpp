#include "safety/monitors.h"

#include <algorithm>
#include <cmath>

#include "safety/fault_table.h"

namespace freefloat {

namespace {

constexpr int kStalledPeriods = 5;

bool moves_into_limit(const MonitorSetup& setup, const JointVector& angles, const JointVector& rates) {
  for (std::size_t j = 0; j < setup.joint_limits.size(); ++j) {
    const auto i = static_cast<Eigen::Index>(j);
    const JointLimits& limits = setup.joint_limits[j];
    const double margin = setup.config.joint_limit_margin;
    if (angles[i] > limits.max - margin && rates[i] > 0.0) return true;
    if (angles[i] < limits.min + margin && rates[i] < 0.0) return true;
  }
  return false;
}

bool near_table_edge(const MonitorSetup& setup, const Vector2& p_WB) {
  const double keep = setup.satellite_radius + setup.table.edge_margin;
  return std::abs(p_WB.x()) > 0.5 * setup.table.size.x() - keep ||
         std::abs(p_WB.y()) > 0.5 * setup.table.size.y() - keep;
}

}  // namespace

std::uint32_t observe_faults(const MonitorSetup& setup, const MonitorView& view) {
  std::uint32_t faults = 0;
  const auto raise_if = [&](bool condition, Fault fault) {
    if (condition) faults |= fault_bit(fault);
  };
  const SafetyConfig& config = setup.config;
  const StateEstimate& estimate = *view.estimate;

  raise_if(view.now - view.last_cycle > kStalledPeriods * setup.period, Fault::kLoopStalled);
  raise_if(!estimate.valid, Fault::kNoEstimate);
  raise_if(view.disagreeing_for > config.joint_disagreement_for, Fault::kJointDisagreement);
  if (estimate.valid) {
    raise_if(estimate.since_frame > config.frame_timeout, Fault::kFramesMissing);
    raise_if(estimate.sigma_hand > config.max_hand_sigma, Fault::kHandUncertain);
    raise_if(near_table_edge(setup, estimate.robot.p_WB), Fault::kTableEdge);
    raise_if(view.capturing && (!estimate.target.valid || estimate.target.since_seen > config.target_timeout),
             Fault::kTargetLost);
  }
  if (view.feedback == nullptr || view.now - view.feedback_time > config.feedback_timeout) {
    raise_if(true, Fault::kFeedbackMissing);
    return faults;
  }
  const JointFeedback& feedback = *view.feedback;
  const bool latched = feedback.board_state >= BoardState::kTimeout;
  raise_if(latched, Fault::kBoardLatched);
  raise_if(!latched && feedback.board_faults != 0, Fault::kBoardFault);
  raise_if(feedback.board_state == BoardState::kOff && view.energised_for > config.board_off_timeout,
           Fault::kBoardOff);
  const auto joint_count = static_cast<Eigen::Index>(setup.joint_limits.size());
  if (feedback.angles.size() != joint_count || feedback.rates.size() != joint_count) {
    raise_if(true, Fault::kFeedbackMissing);  // of another robot: worth no more than none
    return faults;
  }
  const bool finite = feedback.angles.allFinite() && feedback.rates.allFinite();
  raise_if(!finite, Fault::kNotFinite);
  if (finite) {
    raise_if(feedback.rates.size() > 0 &&
                 feedback.rates.cwiseAbs().maxCoeff() > config.overspeed_factor * setup.max_joint_rate,
             Fault::kOverspeed);
    raise_if(moves_into_limit(setup, feedback.angles, *view.commanded), Fault::kJointLimit);
  }
  return faults;
}

}  // namespace freefloat
