#include "guidance/detumble.h"

#include <algorithm>
#include <cmath>

#include "model/momentum.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLookFor = 0.5;     // s: tells the rate to some hundredths of a deg/s
constexpr double kSettleFor = 0.3;   // s until gears and servos rest
constexpr double kMeasureFor = 1.0;  // s
constexpr int kShares = 24;          // of the way to the stretched arm that are tried
constexpr double kClearance = 0.01;  // m kept from the satellite's limits and from the table's edge
constexpr double kSpareShare = 0.9;  // of the rate wanted: the momentum is not known exactly

/// @return Joints 2 .. n so much of the way to the stretched arm, the turns of each kept.
JointVector towards_stretched(const JointVector& joints, double share) {
  JointVector result = joints;
  for (Eigen::Index j = 1; j < joints.size(); ++j) {
    const double stretched = 2.0 * kPi * std::round(joints[j] / (2.0 * kPi));
    result[j] += share * (stretched - joints[j]);
  }
  return result;
}

bool is_on_table(const DetumbleSetup& setup, const Vector2& p_WG, double theta_WB,
                 const JointVector& joints) {
  const Posture posture = compute_posture(theta_WB, joints);
  const Vector2 p_WB = p_WG + satellite_from_mass_centre(setup.model, posture);
  const Vector2 p_WE = p_WG + compute_hand(setup.model, posture).p_GX;
  return setup.limits.edge_clearance(p_WB) > kClearance &&
         ((setup.limits.half_table - p_WE.cwiseAbs()).array() > kClearance).all();
}

void begin_mode(DetumbleMode mode, const StateEstimate& estimate, DetumbleState& state) {
  state.mode = mode;
  state.since = estimate.at;
}

double rate_in(const PlanarModel& model, const JointVector& joints, double angular_momentum) {
  return angular_momentum / compute_angular_inertia(model, compute_posture(0.0, joints)).satellite;
}

}  // namespace

SlowPosture find_slow_posture(const DetumbleSetup& setup, const StateEstimate& estimate, double most_rate,
                              SlowPosture& least) {
  const double momentum = estimate.angular_momentum;
  SlowPosture found{estimate.robot.joints, rate_in(setup.model, estimate.robot.joints, momentum)};
  least = found;
  bool slow_enough = std::abs(found.rate) <= kSpareShare * most_rate;
  double theta_WB = estimate.robot.theta_WB;
  JointVector before = estimate.robot.joints;
  for (int k = 1; k <= kShares; ++k) {
    const JointVector joints = towards_stretched(estimate.robot.joints, static_cast<double>(k) / kShares);
    // The satellite's turn meanwhile, by the kept momentum; what L adds to it in that time is little.
    const AngularInertia inertia =
        compute_angular_inertia(setup.model, compute_posture(0.0, 0.5 * (before + joints)));
    theta_WB -= inertia.joints.dot(joints - before) / inertia.satellite;
    before = joints;
    if (!setup.limits.allow(joints) || !is_on_table(setup, estimate.p_WG, theta_WB, joints)) break;
    const SlowPosture tried{joints, rate_in(setup.model, joints, momentum)};
    if (std::abs(tried.rate) < std::abs(least.rate)) least = tried;
    if (!slow_enough && std::abs(tried.rate) < std::abs(found.rate)) found = tried;
    slow_enough = slow_enough || std::abs(found.rate) <= kSpareShare * most_rate;
  }
  return found;
}

JointVector follow_detumble(const DetumbleSetup& setup, double most_rate, const StateEstimate& estimate,
                            DetumbleState& state, GuidanceOutput& guidance) {
  const JointVector& joints = estimate.robot.joints;
  if (!state.begun) {
    state = {};
    state.begun = true;
    state.goal = joints;
    state.begin_rate = estimate.robot.w_WB;
    begin_mode(DetumbleMode::kLook, estimate, state);
  }
  const double in_mode = to_seconds(estimate.at - state.since);
  // At rest no position is held: with stiction in the gears that would be a creep that turns the satellite.
  JointVector rates = JointVector::Zero(joints.size());
  guidance.status = TaskStatus::kRunning;
  switch (state.mode) {
    case DetumbleMode::kLook: {
      if (in_mode < kLookFor) break;
      SlowPosture least;
      state.goal = find_slow_posture(setup, estimate, most_rate, least).joints;
      state.least_rate = least.rate;
      state.motion = {};
      begin_mode(DetumbleMode::kMove, estimate, state);
      break;
    }
    case DetumbleMode::kMove: {
      const PostureStep step = advance_posture(setup.pace, joints, state.goal, estimate.at, state.motion);
      rates = step.rates;
      if (step.arrived) begin_mode(DetumbleMode::kRest, estimate, state);
      break;
    }
    case DetumbleMode::kRest:
      guidance.status = TaskStatus::kWaiting;
      if (in_mode < kSettleFor) {
        state.from_attitude = estimate.robot.theta_WB;
        state.from = estimate.at;
        break;
      }
      if (estimate.at > state.from) {
        state.measured_rate =
            (estimate.robot.theta_WB - state.from_attitude) / to_seconds(estimate.at - state.from);
      }
      if (in_mode >= kSettleFor + kMeasureFor) begin_mode(DetumbleMode::kDone, estimate, state);
      break;
    case DetumbleMode::kDone:
      guidance.status = TaskStatus::kDone;
      break;
  }
  const bool there = state.mode == DetumbleMode::kRest || state.mode == DetumbleMode::kDone;
  state.dictated_rate = rate_in(setup.model, there ? joints : state.goal, estimate.angular_momentum);
  guidance.detumble = {state.begin_rate, state.dictated_rate, state.least_rate, state.measured_rate};
  return rates;
}

}  // namespace freefloat
