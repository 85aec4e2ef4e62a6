#include "control/meet_target.h"

#include <algorithm>
#include <cmath>

#include "control/arm_state.h"
#include "control/capture_step.h"
#include "control/meeting_check.h"
#include "control/meeting_line.h"
#include "control/resolve_rates.h"
#include "control/start_postures.h"
#include "types/angle.h"

namespace freefloat {

namespace {

// Postures in which Newton's method begins, in a cycle while the hand waits for a plan, and while it follows
// one.
constexpr int kStartsWaiting = 11;
constexpr int kStartsFollowing = 2;
constexpr double kSearchPeriod = 0.01;  // s that these are for: slower loops have more
constexpr double kMostCycles = 10.0;
constexpr int kSearchIterations = 10;
constexpr int kRefineIterations = 3;
constexpr double kSearchMiss = 1e-3;  // m
constexpr double kRefineMiss = 5e-5;  // m
constexpr double kUsableMiss = 3e-3;  // m: the plan is followed on
constexpr double kRoundStep = 0.5;    // s
constexpr int kRounds = 60;           // 30 s ahead; a standing target changes less
constexpr int kRoundsToWait = 16;     // that are looked at for a meeting on whose way nothing touches
constexpr int kStandingRounds = 16;
constexpr double kEarlier = 0.05;        // s, that a meeting may become earlier by in a cycle
constexpr double kShortestTime = 0.05;   // s; errors that are left fade with it
constexpr double kShortestCycles = 3.0;  // and cycles
constexpr double kLastCycles = 2.0;      // in which an arrival is still planned to the moment
constexpr double kRampCycles = 3.0;      // that a joint takes to its largest rate at least: as it is sampled
constexpr int kFailuresToGiveUp = 10;
constexpr double kLongestGap = 0.1;       // s without a cycle, as in a hold: planned anew
constexpr double kSwitchGain = 0.2;       // s that another meeting must be better by
constexpr double kHeld = 20.0;            // s that a way costs on which the monitors would hold the robot
constexpr double kLeastToTurnBack = 0.6;  // s before a meeting on whose way the hand would pass the target
constexpr double kLineRateShare = 0.4;    // of the joints' rates that a hand uses on its line, to stay on it
constexpr double kLineDamping = 0.1;      // of the singularity threshold
constexpr double kEasySigma = 0.05;       // m; below it a posture costs up to
constexpr double kHardPosture = 0.5;      // s

/// @param left Until the meeting in use, s; the last of its ramps are not stretched. Errors that are seen
/// later have the shortest time to fade.
MeetingSetup meeting_setup(const ControlSetup& setup, double left) {
  const double period = to_seconds(setup.config.period);
  const double shortest = std::max(kShortestTime, kShortestCycles * period);
  return {setup.unloaded(), setup.limits, urgent_ramp(setup.config), setup.config.singularity_threshold,
          left >= kLastCycles * period ? std::min(shortest, left) : shortest};
}

double cost_of(const Meeting& meeting) {
  return meeting.time + kHardPosture * std::max(0.0, 1.0 - meeting.sigma_min / kEasySigma);
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

/// Keeps the quickest meeting of each way, and of those that would be held only where there is no other.
void note_way(const Meeting& tried, double waits, bool held, WayToMeet& way) {
  if (way.found && (way.held != held ? held : way.time <= tried.time)) return;
  way = {true, tried.time, waits, tried.sigma_min, held};
}

/// Tries the next postures of a round.
void try_starts(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene, int count,
                MeetingSearch& search) {
  for (int i = 0; i < count && search.start < kStartPostures; ++i, ++search.start) {
    Meeting tried;
    tried.joints = start_posture(scene.joints, search.start);
    const double earliest = kRoundStep * search.round;
    if (!refine_meeting(meeting, scene, earliest, kSearchIterations, kSearchMiss, tried)) continue;
    if (!(tried.sigma_min > kLeastSigmaShare * setup.config.singularity_threshold)) continue;
    const MeetingWay way = way_to(scene.joints, tried.joints);
    WayToMeet& known = search.ways[static_cast<std::size_t>(way)];
    double cost = cost_of(tried);
    const bool best_so_far = !search.found || cost < search.best_cost;
    if (!best_so_far && known.found && !known.held && known.time <= tried.time) continue;
    if (!comes_along_line(setup, meeting, scene, tried)) continue;
    const bool held = will_be_held(setup, meeting, scene, tried);
    note_way(tried, tried.time - time_needed(meeting, scene, tried), held, known);
    if (held) cost += kHeld;
    if (search.found && cost >= search.best_cost) continue;
    search.found = true;
    search.best = tried;
    search.best_cost = cost;
    search.way = way;
  }
}

/// Plans are counted on.
void forget_plan(MeetingPlanner& planner) {
  const std::uint32_t number = planner.number;
  planner = {};
  planner.number = number;
}

void take_best(Time at, MeetingPlanner& planner) {
  planner.planned = true;
  planner.plan = planner.search.best;
  planner.at = at;
  planner.failed = 0;
  ++planner.number;
  planner.way = planner.search.way;
  planner.ways = planner.search.ways;
}

/// All postures of a round were tried: its best meeting is taken if it is better, or the next round begins. A
/// meeting on whose way the robot would be held is worth a look at later ones: the target may come clear.
void end_round(const MeetingScene& scene, Time at, bool blocked, MeetingPlanner& planner) {
  MeetingSearch& search = planner.search;
  const bool floats = !scene.target.v.isZero();
  const bool only_held = search.found && search.best_cost >= kHeld;
  if (only_held && floats && !planner.planned && search.round + 1 < kRoundsToWait) {
    search.start = 0;
    ++search.round;
    return;
  }
  if (search.found) {
    const bool better = !planner.planned || blocked || search.best_cost < cost_of(planner.plan) - kSwitchGain;
    if (better) take_best(at, planner);
    planner.failed_searches = 0;
    begin_search(0, search);
    return;
  }
  const int rounds = floats ? kRounds : kStandingRounds;
  if (!planner.planned && search.round + 1 >= rounds) ++planner.failed_searches;
  begin_search(planner.planned ? 0 : (search.round + 1) % rounds, search);
}

/// Looks for other meetings as long as a cycle permits: a slow loop's cycles are long.
/// @param blocked Any other meeting is better than the one in use.
void search_on(const ControlSetup& setup, const MeetingSetup& meeting, const MeetingScene& scene, Time at,
               bool blocked, MeetingPlanner& planner) {
  const double cycles = std::clamp(to_seconds(setup.config.period) / kSearchPeriod, 1.0, kMostCycles);
  const int per_cycle = planner.planned ? kStartsFollowing : kStartsWaiting;
  int starts = static_cast<int>(cycles * per_cycle);
  const bool waiting = !planner.planned;
  while (starts > 0) {
    const int before = planner.search.start;
    try_starts(setup, meeting, scene, starts, planner.search);
    starts -= planner.search.start - before;
    if (planner.search.start < kStartPostures) return;
    end_round(scene, at, blocked, planner);
    if (waiting && planner.planned) return;
  }
}

/// @return Speed along its line, m/s, for which the joints need a share of the rate that they may have.
double speed_of_joints(const ControlSetup& setup, const ArmState& arm, const MeetingLine& line) {
  const double threshold = setup.config.singularity_threshold;
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(setup.unloaded(), compute_posture(arm.theta_WB, arm.joints));
  const Vector2 along(std::cos(line.direction), std::sin(line.direction));
  // Damped little: near a singular posture the hand is to go slowly.
  const JointVector rates =
      resolve_rates({threshold, kLineDamping * threshold}, jacobian, along, Vector2::Zero(), 0.0).raw;
  return kLineRateShare * urgent_ramp(setup.config).rate / std::max(1e-9, rates.lpNorm<Eigen::Infinity>());
}

}  // namespace

double before_effect(const ControllerConfig& config) {
  const double period = to_seconds(config.period);
  return period * (1.0 - 0.5 * urgent_ramp(config).acceleration / drive_acceleration(config));
}

RampLimits whole_ramp(const ControllerConfig& config) {
  return {joint_rate_limit(config), drive_acceleration(config)};
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
  const double back = before_effect(setup.config);
  ArmState arm = arm_state(estimate);
  move_arm(setup.unloaded(), commanded, -back, arm);
  MeetingScene scene;
  scene.theta_WB = arm.theta_WB;
  scene.joints = arm.joints;
  scene.rates = commanded;
  const double most = urgent_ramp(setup.config).rate;
  for (double& rate : scene.rates) rate = std::clamp(rate, -most, most);
  scene.angular_momentum = estimate.angular_momentum;
  const Vector2 v_WG = estimate.linear_momentum / setup.unloaded().total_mass();
  scene.mass_centre = FallingPoint{estimate.p_WG, v_WG, fall.acceleration}.moved(-back);
  scene.target.p = estimate.target.p_WT;
  if (moving) {
    scene.target.v = estimate.target.v_WT;
    scene.target.acceleration = fall.acceleration;
    if (estimate.target.turns) {
      scene.target.arm = estimate.target.p_WT - estimate.target.p_WC;
      scene.target.rate = estimate.target.w_WT;
    }
    scene.target = scene.target.moved(-back);
  }
  if (const auto line = approach_line(setup, estimate, estimate.at, moving)) {
    const Vector2 p_WE =
        scene.mass_centre.p + compute_hand(setup.unloaded(), compute_posture(arm.theta_WB, arm.joints)).p_GX;
    const TaskSpaceState hand{.p_WE = p_WE,
                              .v_WE = estimate.v_WE,
                              .p_WT = scene.target.p,
                              .v_WT = scene.target.v,
                              .p_WG = scene.mass_centre.p,
                              .v_WG = scene.mass_centre.v,
                              .p_CT = scene.target.arm,
                              .w_WT = scene.target.rate};
    scene.line =
        meeting_line(setup.config.guidance, *line, hand, hand_angle(arm), estimate.at - from_seconds(back));
    if (scene.line->slides)
      scene.line->speed = std::min(scene.line->speed, speed_of_joints(setup, arm, *scene.line));
  }
  return scene;
}

MeetingWay way_to(const JointVector& joints, const JointVector& meeting) {
  const bool right = meeting[0] < joints[0];
  const bool over = joints.size() > 1 && std::sin(meeting[1]) * std::sin(joints[1]) < 0.0;
  if (over) return right ? MeetingWay::kOverRight : MeetingWay::kOverLeft;
  return right ? MeetingWay::kKeptRight : MeetingWay::kKeptLeft;
}

MeetingOutput describe_meeting(const MeetingPlanner& planner, const Vector2& fall) {
  MeetingOutput output;
  output.fall = fall;
  if (!planner.planned) return output;
  output.planned = true;
  output.number = planner.number;
  output.time = planner.plan.time;
  output.joints = planner.plan.joints;
  output.rates = planner.plan.rates;
  output.way = planner.way;
  output.ways = planner.ways;
  return output;
}

JointVector meet_target(const ControlSetup& setup, const MeetingScene& scene, Time at,
                        MeetingPlanner& planner) {
  const double since = to_seconds(at - planner.at);
  if (planner.planned && since > std::max(kLongestGap, 1.5 * to_seconds(setup.config.period)))
    forget_plan(planner);
  const double left = planner.planned ? planner.plan.time - since : 0.0;
  const MeetingSetup meeting = meeting_setup(setup, left);
  bool blocked = false;
  if (planner.planned) {
    if (refine_plan(meeting, scene, left, planner)) {
      planner.failed = 0;
    } else if (++planner.failed >= kFailuresToGiveUp) {
      forget_plan(planner);
    }
    planner.at = at;
    // A way that was free when it was found may lead through the target by now.
    blocked = planner.planned && !comes_along_line(setup, meeting, scene, planner.plan);
    if (blocked && planner.plan.time < kLeastToTurnBack) forget_plan(planner);
  }
  search_on(setup, meeting, scene, at, blocked, planner);
  JointVector rates = JointVector::Zero(scene.joints.size());
  if (!planner.planned) return rates;
  const double period = to_seconds(setup.config.period);
  for (Eigen::Index j = 0; j < rates.size(); ++j)
    rates[j] = ramp_to_meeting(meeting, scene, planner.plan, j).rate(period);
  return rates;
}

}  // namespace freefloat
