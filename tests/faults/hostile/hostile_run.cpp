#include "hostile_run.h"

#include <algorithm>
#include <cmath>

#include "safety/supervisor.h"
#include "spoil_input.h"
#include "support/random_robot.h"

namespace freefloat {

namespace {

bool is_latched(SupervisorState state) {
  return state == SupervisorState::kFault || state == SupervisorState::kStopped;
}

/// @return Which promise about rates and drives is broken; empty: none.
std::string find_wild_command(const CycleOutput& output, double limit) {
  const JointVector& rates = output.command.rates;
  if (rates.size() != 2) return "rates for another number of joints";
  if (!rates.allFinite()) return "a rate that is not finite";
  if (rates.lpNorm<Eigen::Infinity>() > limit * (1.0 + 1e-12)) return "a rate beyond the limit";
  const bool may_turn = output.state == SupervisorState::kActive || output.state == SupervisorState::kHold;
  if (!may_turn && rates.norm() != 0.0) return "a rate in a state without motion";
  if (output.command.enable != may_move(output.state)) return "drives energised against the state";
  return {};
}

/// @param step The most that a rate vector shrinks by in a cycle, rad/s.
/// @return Which promise about the ramp of hold is broken: the arm comes to rest neither later nor harder.
std::string find_wild_ramp(const CycleOutput& before, const CycleOutput& output, double step) {
  const bool follows = before.state == SupervisorState::kActive || before.state == SupervisorState::kHold;
  if (output.state != SupervisorState::kHold || !follows) return {};
  const double wanted = std::min(step, before.command.rates.norm());
  const double shrunk = (before.command.rates - output.command.rates).norm();
  return std::abs(shrunk - wanted) <= 1e-9 ? "" : "a hold that does not ramp";
}

/// @return Which promise about states is broken.
std::string find_wild_state(SupervisorState before, Request request, SupervisorState after) {
  if (request == Request::kStop && after != SupervisorState::kStopped) return "a stop that does not stop";
  if (is_latched(before) && after != before && request != Request::kStop &&
      !(after == SupervisorState::kDisarmed && request == Request::kAcknowledge))
    return "a latched state left without acknowledgement";
  if (may_move(after) && !may_move(before) && request != Request::kArm) return "drives energised unasked";
  if (after == SupervisorState::kActive && before != after && request != Request::kActivate)
    return "motion unasked";
  return {};
}

bool is_positive(double variance) {
  return std::isfinite(variance) && variance >= 0.0;
}

/// @return Which promise about what the controller believes is broken.
std::string find_wild_belief(const CycleOutput& output) {
  const StateEstimate& estimate = output.estimate;
  if (estimate.valid &&
      !(estimate.p_WE.allFinite() && estimate.v_WE.allFinite() && estimate.robot.p_WB.allFinite() &&
        std::isfinite(estimate.robot.theta_WB) && estimate.robot.joints.allFinite() &&
        estimate.linear_momentum.allFinite() && std::isfinite(estimate.angular_momentum)))
    return "an estimate that is called valid and is not finite";
  if (estimate.valid && !(is_positive(estimate.sigma_hand) && is_positive(estimate.sigma_attitude)))
    return "a covariance of the robot that is not finite or negative";
  const TargetEstimate& target = estimate.target;
  if (target.valid && !(target.p_WT.allFinite() && target.v_WT.allFinite()))
    return "a target that is not finite";
  if (target.valid && !target.covariance.allFinite()) return "a covariance of the target that is not finite";
  for (const PredictedMarker& marker : output.prediction.markers) {
    if (marker.known && !(marker.p_WM.allFinite() && marker.v_WM.allFinite() && is_positive(marker.sigma)))
      return "a predicted LED that is not finite";
  }
  return {};
}

/// @param spoilt Which cycles' inputs are spoilt.
std::optional<HostileFinding> run(const RecordedCapture& recorded, std::uint64_t seed,
                                  const std::vector<bool>& spoilt) {
  const ControllerConfig& config = recorded.config.controller;
  const double ramp_step = config.hold_deceleration * to_seconds(config.period);
  Controller controller(config);
  CycleOutput before;
  for (std::size_t cycle = 0; cycle < spoilt.size(); ++cycle) {
    CycleInput input = recorded.inputs[cycle];
    if (spoilt[cycle]) spoil_input(seed * 1'000'003u + cycle, input);
    const CycleOutput output = controller.step(input);
    std::string what = find_wild_command(output, config.max_joint_rate);
    if (what.empty()) what = find_wild_ramp(before, output, ramp_step);
    if (what.empty()) what = find_wild_state(before.state, input.op.request, output.state);
    if (what.empty()) what = find_wild_belief(output);
    if (!what.empty()) return HostileFinding{seed, cycle, what};
    before = output;
  }
  return std::nullopt;
}

/// Leaves out spoilt inputs, many at once first, as long as the same promise stays broken.
HostileFinding shrink(const RecordedCapture& recorded, HostileFinding finding, std::vector<bool> spoilt) {
  spoilt.resize(finding.cycle + 1);
  for (std::size_t size = spoilt.size(); size > 0; size /= 2) {
    for (std::size_t begin = 0; begin < spoilt.size(); begin += size) {
      std::vector<bool> fewer = spoilt;
      for (std::size_t i = begin; i < std::min(begin + size, fewer.size()); ++i) fewer[i] = false;
      if (fewer == spoilt) continue;
      const std::optional<HostileFinding> found = run(recorded, finding.seed, fewer);
      if (!found || found->what != finding.what) continue;
      finding = *found;
      spoilt = fewer;
      spoilt.resize(finding.cycle + 1);
    }
  }
  for (std::size_t i = 0; i < spoilt.size(); ++i) {
    if (spoilt[i]) finding.spoilt.push_back(i);
  }
  return finding;
}

}  // namespace

std::optional<HostileFinding> run_hostile(const RecordedCapture& recorded, std::uint64_t seed) {
  // From nearly every input to one or two in a run.
  RandomRobots random(seed);
  const double share = std::pow(10.0, random.number(-3.5, 0.0));
  std::vector<bool> spoilt(recorded.inputs.size());
  for (std::size_t i = 0; i < spoilt.size(); ++i) spoilt[i] = random.number(0.0, 1.0) < share;
  const std::optional<HostileFinding> found = run(recorded, seed, spoilt);
  if (!found) return std::nullopt;
  return shrink(recorded, *found, spoilt);
}

}  // namespace freefloat
