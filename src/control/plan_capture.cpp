#include "control/plan_capture.h"

#include <iterator>

namespace freefloat {

namespace {

// Steps of prediction a cycle: of a search, which the hand may be waiting for, and of a plan that is being
// followed.
constexpr int kSearchSteps = 20;
constexpr int kWatchSteps = 8;
// Candidates, tried in this order; those that unfold are for postures from which the hand cannot be led right
// away, and for captures that would turn a joint to its limit: the other elbow takes less.
constexpr CapturePlan kCandidates[] = {
    {false, ChartKind::kCartesian, 1.0, {}},
    {false, ChartKind::kPolarCounterClockwise, 1.0, {}},
    {false, ChartKind::kPolarClockwise, 1.0, {}},
    {true, ChartKind::kCartesian, 1.0, {}},
    {true, ChartKind::kPolarCounterClockwise, 1.0, {}},
    {true, ChartKind::kPolarClockwise, 1.0, {}},
    {true, ChartKind::kCartesian, -1.0, {}},
    {true, ChartKind::kPolarCounterClockwise, -1.0, {}},
    {true, ChartKind::kPolarClockwise, -1.0, {}},
};
constexpr int kCandidateCount = static_cast<int>(std::size(kCandidates));
// The straight line is taken even when another way would be quicker by up to this factor.
constexpr double kStraightBonus = 1.3;
// A way on which the rates are damped, so that the hand does not go where it is led, is taken only when every
// other one takes so many times as long: noise decides what becomes of it.
constexpr double kDampedMalus = 3.0;
// Meeting times tried for a moving target, s after now.
constexpr double kFirstMeeting = 1.0;
constexpr double kMeetingStep = 0.5;
constexpr int kMeetings = 60;
// Unfolding swings the whole arm: it must win so many meeting steps over the gentle ways to be preferred.
constexpr int kUnfoldingHandicap = 4;
// The target must be inside the annulus by this much, from the meeting until so much later.
constexpr double kMeetingMargin = 0.008;  // m
constexpr double kMeetingStay = 1.0;      // s
// A plan in use is given up after so many predictions in a row that fail.
constexpr int kWatchesToGiveUp = 2;
// A moving target that has not been captured so long after the meeting will not be: the plan has failed.
constexpr double kOverdue = 2.0;  // s

bool target_stays_inside(const HandWorkspace& workspace, const TaskSpaceState& s, double time) {
  for (const double t : {time, time + kMeetingStay}) {
    const Vector2 arm = s.target().p_after(t) - s.p_WG - t * s.v_WG;
    if (!workspace.contains(arm.norm(), kMeetingMargin)) return false;
  }
  return true;
}

}  // namespace

void CapturePlanner::advance(const ControlSetup& setup, const StateEstimate& estimate, const Vector2& v_WE,
                             bool moving) {
  const TaskSpaceState task = task_space_state(estimate, v_WE, setup.unloaded(), moving);
  const std::optional<ApproachLine> line = approach_line(setup, estimate, estimate.at, moving);
  const int steps = mode == PlannerMode::kSearch ? kSearchSteps : kWatchSteps;
  for (int step = 0; step < steps; ++step) {
    if (!candidate_open && !next_candidate(setup, estimate, task, moving)) return;
    prediction.advance(setup, moving, clearance_share(), line ? &*line : nullptr);
    if (prediction.end != PredictedEnd::kRunning) finish_candidate(setup, moving);
  }
}

bool CapturePlanner::next_candidate(const ControlSetup& setup, const StateEstimate& estimate,
                                    const TaskSpaceState& task, bool moving) {
  if (mode == PlannerMode::kWatch) {
    if (moving && plan->rendezvous < estimate.at + from_seconds(kFirstMeeting)) {
      const double overdue = kOverdue + (setup.approach() != nullptr ? kTimeAlongLine : 0.0);
      if (plan->rendezvous + from_seconds(overdue) < estimate.at) begin_search();
      return false;  // too late to change
    }
    prediction.begin(estimate, task, *plan);
    return candidate_open = true;
  }
  const int candidates = moving ? kCandidateCount * (kMeetings + kUnfoldingHandicap) : kCandidateCount;
  // A bounded number of candidates is passed over in a cycle, so that the cycle's time stays bounded as well.
  for (int passed = 0; passed < 2 * kCandidateCount && candidate < candidates; ++passed, ++candidate) {
    CapturePlan tried = kCandidates[candidate % kCandidateCount];
    const int meeting = candidate / kCandidateCount - (tried.unfold ? kUnfoldingHandicap : 0);
    const double time = kFirstMeeting + kMeetingStep * meeting;
    if (moving && (meeting < 0 || meeting >= kMeetings)) continue;
    if (moving && !target_stays_inside(setup.workspace, task, time)) continue;
    tried.rendezvous = estimate.at + from_seconds(time);
    prediction.begin(estimate, task, tried);
    ++candidate;
    return candidate_open = true;
  }
  if (candidate >= candidates) finish_search();
  return false;
}

void CapturePlanner::finish_candidate(const ControlSetup& setup, bool moving) {
  candidate_open = false;
  const bool captured = prediction.end == PredictedEnd::kCaptured;
  if (mode == PlannerMode::kWatch) {
    failed_watches = captured ? 0 : failed_watches + 1;
    if (failed_watches >= kWatchesToGiveUp) begin_search();
    return;
  }
  if (!captured) return;
  const CapturePlan& tried = prediction.plan;
  const bool straight = !tried.unfold && tried.chart == ChartKind::kCartesian;
  const bool damped = prediction.smallest_sigma < setup.config.singularity_threshold;
  const double time = prediction.elapsed * (damped ? kDampedMalus : 1.0) / (straight ? kStraightBonus : 1.0);
  if (!best || time < best_time) {
    best = tried;
    best_time = time;
  }
  // Meeting times are tried in rising order: the first that works is the one to take.
  if (moving) finish_search();
}

void CapturePlanner::begin_search() {
  mode = PlannerMode::kSearch;
  failed_watches = 0;
  failed_searches = 0;
  candidate = 0;
  best.reset();
}

void CapturePlanner::finish_search() {
  candidate = 0;
  if (!best) {
    if (++failed_searches >= kSearchesToGiveUp) plan.reset();
    return;
  }
  plan = best;
  best.reset();
  mode = PlannerMode::kWatch;
}

}  // namespace freefloat
