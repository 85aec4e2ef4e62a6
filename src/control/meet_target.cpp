#include "control/meet_target.h"

#include <algorithm>
#include <cmath>

#include "safety/collision.h"
#include "types/angle.h"

namespace freefloat {

namespace {

// Newton's method begins in so many postures; so many of them in a cycle while the hand waits for a plan, and
// while it follows one.
constexpr int kStarts = 43;
constexpr int kStartsWaiting = 11;
constexpr int kStartsFollowing = 2;
constexpr int kSearchIterations = 10;
constexpr int kRefineIterations = 3;
constexpr double kSearchMiss = 1e-3;  // m
constexpr double kRefineMiss = 5e-5;  // m
constexpr double kUsableMiss = 3e-3;  // m: the plan is followed on
constexpr double kRoundStep = 0.5;    // s
constexpr int kRounds = 60;           // 30 s ahead; a standing target changes less
constexpr int kStandingRounds = 16;
constexpr double kEarlier = 0.05;        // s, that a meeting may become earlier by in a cycle
constexpr double kShortestTime = 0.05;   // s; errors that are left fade with it
constexpr double kShortestCycles = 3.0;  // and cycles
constexpr double kRampCycles = 3.0;      // that a joint takes to its largest rate at least: as it is sampled
constexpr int kFailuresToGiveUp = 10;
constexpr double kLongestGap = 0.1;         // s without a cycle, as in a hold: planned anew
constexpr double kSwitchGain = 0.2;         // s that another meeting must be better by
constexpr double kClearance = 0.005;        // m that the satellite keeps from its limits
constexpr double kHandSigma = 1e-3;         // m, three of which are kept as well
constexpr double kHeld = 20.0;              // s that a way costs on which the monitors would hold the robot
constexpr double kEasySigma = 0.05;         // m; below it a posture costs up to
constexpr double kHardPosture = 0.5;        // s
constexpr double kAccelerationTime = 0.05;  // s to the largest rate, where no acceleration is given

/// @return Posture in which the search begins, rad.
JointVector start_posture(const JointVector& joints, int index) {
  JointVector start = joints;
  if (index == 0) return start;
  const Eigen::Index n = joints.size();
  if (n == 2) {
    constexpr double kTurns[] = {0.0, 0.8, -0.8, 1.7, -1.7, 2.8, -2.8};
    constexpr double kElbows[] = {0.7, -0.7, 1.5, -1.5, 2.4, -2.4};
    start[0] += kTurns[(index - 1) / 6];
    // The elbow's angle next to where it is now.
    start[1] += wrap_angle(kElbows[(index - 1) % 6] - joints[1]);
    return start;
  }
  // Evenly spread, near ones first.
  const double reach = kPi * (0.25 + 0.75 * index / kStarts);
  for (Eigen::Index j = 0; j < n; ++j) {
    const double share = 0.5 + index * (0.7548776662466927 + 0.137 * static_cast<double>(j));
    start[j] += reach * (2.0 * (share - std::floor(share)) - 1.0);
  }
  return start;
}

MeetingSetup meeting_setup(const ControlSetup& setup) {
  return {setup.unloaded(), setup.limits, urgent_ramp(setup.config), setup.config.singularity_threshold,
          std::max(kShortestTime, kShortestCycles * to_seconds(setup.config.period))};
}

double cost_of(const Meeting& meeting) {
  return meeting.time + kHardPosture * std::max(0.0, 1.0 - meeting.sigma_min / kEasySigma);
}

/// @return Whether the monitors would hold the robot on its way: satellite and target, or the arm and the
/// table's edge, would touch.
bool will_be_held(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene,
                  const Meeting& tried) {
  const MeetingPath path = path_to_meeting(meeting, scene, tried);
  const ControllerConfig& config = setup.config;
  StateEstimate there;
  there.target.valid = true;
  there.sigma_hand = kHandSigma;
  Vector2 before = Vector2::Zero();
  for (std::size_t k = 0; k < path.size(); ++k) {
    const MeetingStep& step = path[k];
    const Posture posture = compute_posture(step.theta_WB, step.joints);
    const Vector2 p_WB =
        scene.mass_centre.p_after(step.time) + satellite_from_mass_centre(setup.unloaded(), posture);
    there.robot.p_WB = p_WB;
    there.robot.theta_WB = step.theta_WB;
    there.robot.w_WB = step.w_WB;
    there.robot.joints = step.joints;
    there.robot.joint_rates = step.rates;
    if (k > 0) there.robot.v_WB = (p_WB - before) / (step.time - path[k - 1].time);
    before = p_WB;
    there.target.p_WT = scene.target.p_after(step.time);
    there.target.v_WT = scene.target.v_after(step.time);
    const double stop = step.rates.norm() / config.hold_deceleration;
    if (setup.limits.edge_clearance(p_WB) < kClearance ||
        setup.limits.edge_clearance(p_WB + stop * there.robot.v_WB) < kClearance)
      return true;
    if (will_collide(config.robot, setup.limits, there, true, config.period, from_seconds(stop))) return true;
  }
  return false;
}

void begin_search(int round, MeetingSearch& search) {
  search = {};
  search.round = round;
}

/// The meeting in use from where all is now; earlier, if it can be.
/// @return Whether it can be followed on.
bool refine_plan(const MeetingSetup& meeting, const MeetingScene& scene, double left,
                 MeetingPlanner& planner) {
  const double time = std::max(0.0, left);
  Meeting earlier = planner.plan;
  if (refine_meeting(meeting, scene, std::max(0.0, time - kEarlier), kRefineIterations, kRefineMiss,
                     earlier) ||
      earlier.miss < kUsableMiss) {
    planner.plan = earlier;
    return true;
  }
  Meeting same = planner.plan;
  if (!refine_meeting(meeting, scene, time, kRefineIterations, kRefineMiss, same) &&
      !(same.miss < kUsableMiss))
    return false;
  planner.plan = same;
  return true;
}

void search_on(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene, Time at,
               MeetingPlanner& planner) {
  MeetingSearch& search = planner.search;
  const int starts = planner.planned ? kStartsFollowing : kStartsWaiting;
  for (int i = 0; i < starts && search.start < kStarts; ++i, ++search.start) {
    Meeting tried;
    tried.joints = start_posture(scene.joints, search.start);
    const double earliest = kRoundStep * search.round;
    if (!refine_meeting(meeting, scene, earliest, kSearchIterations, kSearchMiss, tried)) continue;
    if (!(tried.sigma_min > kLeastSigmaShare * setup.config.singularity_threshold)) continue;
    double cost = cost_of(tried);
    if (search.found && cost >= search.best_cost) continue;
    if (will_be_held(setup, meeting, scene, tried)) cost += kHeld;
    if (search.found && cost >= search.best_cost) continue;
    search.found = true;
    search.best = tried;
    search.best_cost = cost;
  }
  if (search.start < kStarts) return;
  if (search.found) {
    if (!planner.planned || search.best_cost < cost_of(planner.plan) - kSwitchGain) {
      planner.planned = true;
      planner.plan = search.best;
      planner.at = at;
      planner.failed = 0;
    }
    planner.failed_searches = 0;
    begin_search(0, search);
    return;
  }
  const int rounds = scene.target.v.isZero() ? kStandingRounds : kRounds;
  if (!planner.planned && search.round + 1 >= rounds) ++planner.failed_searches;
  begin_search(planner.planned ? 0 : (search.round + 1) % rounds, search);
}

}  // namespace

RampLimits whole_ramp(const ControllerConfig& config) {
  const auto n = static_cast<double>(config.robot.joint_count());
  const double several = config.rate_norm == RateNorm::kEuclidean ? std::sqrt(n) : 1.0;
  const double rate = config.max_joint_rate / several;
  return {rate,
          config.max_joint_acceleration > 0.0 ? config.max_joint_acceleration : rate / kAccelerationTime};
}

RampLimits urgent_ramp(const ControllerConfig& config) {
  const double urgency = config.guidance.urgency;
  const RampLimits whole = whole_ramp(config);
  const double rate = urgency * whole.rate;
  const double sampled = rate / (kRampCycles * to_seconds(config.period));
  return {rate, std::min(urgency * urgency * whole.acceleration, sampled)};
}

MeetingScene meeting_scene(const ControlSetup& setup, const StateEstimate& estimate,
                           const JointVector& commanded, const FallWatch& fall, bool moving) {
  MeetingScene scene;
  scene.theta_WB = estimate.robot.theta_WB;
  scene.joints = estimate.robot.joints;
  scene.rates = commanded;
  const double most = urgent_ramp(setup.config).rate;
  for (double& rate : scene.rates) rate = std::clamp(rate, -most, most);
  scene.angular_momentum = estimate.angular_momentum;
  scene.mass_centre = {estimate.p_WG, estimate.linear_momentum / setup.unloaded().total_mass(),
                       fall.acceleration};
  scene.target.p = estimate.target.p_WT;
  if (moving) {
    scene.target.v = estimate.target.v_WT;
    scene.target.acceleration = fall.acceleration;
    if (estimate.target.turns) {
      scene.target.arm = estimate.target.p_WT - estimate.target.p_WC;
      scene.target.rate = estimate.target.w_WT;
    }
  }
  return scene;
}

JointVector meet_target(const ControlSetup& setup, const MeetingScene& scene, Time at,
                        MeetingPlanner& planner) {
  const MeetingSetup meeting = meeting_setup(setup);
  const double since = to_seconds(at - planner.at);
  if (planner.planned && since > kLongestGap) planner = {};
  if (planner.planned) {
    if (refine_plan(meeting, scene, planner.plan.time - since, planner)) {
      planner.failed = 0;
    } else if (++planner.failed >= kFailuresToGiveUp) {
      planner = {};
    }
    planner.at = at;
  }
  search_on(setup, meeting, scene, at, planner);
  JointVector rates = JointVector::Zero(scene.joints.size());
  if (!planner.planned) return rates;
  const double period = to_seconds(setup.config.period);
  for (Eigen::Index j = 0; j < rates.size(); ++j)
    rates[j] = ramp_to_meeting(meeting, scene, planner.plan, j).rate(period);
  return rates;
}

}  // namespace freefloat
