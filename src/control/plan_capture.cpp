#include "control/plan_capture.h"

#include <iterator>

#include "guidance/chart.h"

namespace freefloat {

namespace {

// Steps of prediction a cycle: of a search, which the hand may be waiting for, and of a plan that is being
// followed.
constexpr int kSearchSteps = 20;
constexpr int kWatchSteps = 8;
// Ways tried, in this order; those that unfold are for postures from which the hand cannot be led right away,
// and for captures that would turn a joint to its limit: the other elbow takes less.
constexpr CapturePlan kWays[] = {
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
constexpr int kWayCount = static_cast<int>(std::size(kWays));
// The straight line is taken even when another way would be quicker by up to this factor.
constexpr double kStraightBonus = 1.3;
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

bool target_stays_inside(const PredictionSetup& setup, const StateEstimate& estimate, const Vector2& v_WG,
                         double time) {
  for (const double t : {time, time + kMeetingStay}) {
    const Vector2 arm = estimate.target.p_WT + t * estimate.target.v_WT - estimate.p_WG - t * v_WG;
    if (!setup.follow.lead.workspace.contains(arm.norm(), kMeetingMargin)) return false;
  }
  return true;
}

}  // namespace

CapturePlannerState CapturePlanner::state() const {
  CapturePlannerState state = state_;
  state.prediction = prediction_.state();
  return state;
}

void CapturePlanner::restore(const CapturePlannerState& state) {
  state_ = state;
  prediction_ = CapturePrediction(state.prediction);
}

void CapturePlanner::advance(const PredictionSetup& setup, const StateEstimate& estimate,
                             const Vector2& v_WE) {
  const Vector2 v_WG = estimate.linear_momentum / setup.follow.model->total_mass();
  const int steps = state_.mode == PlannerMode::kSearch ? kSearchSteps : kWatchSteps;
  for (int step = 0; step < steps; ++step) {
    if (!state_.candidate_open && !next_candidate(setup, estimate, v_WE, v_WG)) return;
    prediction_.advance(setup);
    if (prediction_.verdict() != PredictionVerdict::kRunning) finish_candidate(setup);
  }
}

bool CapturePlanner::next_candidate(const PredictionSetup& setup, const StateEstimate& estimate,
                                    const Vector2& v_WE, const Vector2& v_WG) {
  if (state_.mode == PlannerMode::kWatch) {
    if (setup.follow.lead.moving && state_.plan->rendezvous < estimate.at + from_seconds(kFirstMeeting)) {
      if (state_.plan->rendezvous + from_seconds(kOverdue) < estimate.at) begin_search();
      return false;  // too late to change
    }
    prediction_ = CapturePrediction(estimate, v_WE, v_WG, *state_.plan);
    state_.candidate_open = true;
    return true;
  }
  const bool moving = setup.follow.lead.moving;
  const int candidates = moving ? kWayCount * (kMeetings + kUnfoldingHandicap) : kWayCount;
  // A bounded number of candidates is passed over in a cycle, so that the cycle's time stays bounded as well.
  for (int passed = 0; passed < 2 * kWayCount && state_.candidate < candidates;
       ++passed, ++state_.candidate) {
    CapturePlan plan = kWays[state_.candidate % kWayCount];
    const int meeting = state_.candidate / kWayCount - (plan.unfold ? kUnfoldingHandicap : 0);
    const double time = kFirstMeeting + kMeetingStep * meeting;
    if (moving && (meeting < 0 || meeting >= kMeetings)) continue;
    if (moving && !target_stays_inside(setup, estimate, v_WG, time)) continue;
    plan.rendezvous = estimate.at + from_seconds(time);
    prediction_ = CapturePrediction(estimate, v_WE, v_WG, plan);
    state_.candidate_open = true;
    ++state_.candidate;
    return true;
  }
  if (state_.candidate >= candidates) finish_search();
  return false;
}

void CapturePlanner::finish_candidate(const PredictionSetup& setup) {
  state_.candidate_open = false;
  const bool captured = prediction_.verdict() == PredictionVerdict::kCaptured;
  if (state_.mode == PlannerMode::kWatch) {
    state_.failed_watches = captured ? 0 : state_.failed_watches + 1;
    if (state_.failed_watches >= kWatchesToGiveUp) begin_search();
    return;
  }
  if (!captured) return;
  const CapturePlan& plan = prediction_.plan();
  const bool straight = !plan.unfold && plan.chart == ChartKind::kCartesian;
  const double time = prediction_.elapsed() / (straight ? kStraightBonus : 1.0);
  if (!state_.best || time < state_.best_time) {
    state_.best = plan;
    state_.best_time = time;
  }
  // Meeting times are tried in rising order: the first that works is the one to take.
  if (setup.follow.lead.moving) finish_search();
}

void CapturePlanner::begin_search() {
  state_.mode = PlannerMode::kSearch;
  state_.failed_watches = 0;
  state_.failed_searches = 0;
  state_.candidate = 0;
  state_.best.reset();
}

void CapturePlanner::finish_search() {
  state_.candidate = 0;
  if (!state_.best) {
    if (++state_.failed_searches >= kSearchesToGiveUp) state_.plan.reset();
    return;
  }
  state_.plan = state_.best;
  state_.best.reset();
  state_.failed_searches = 0;
  state_.mode = PlannerMode::kWatch;
}

}  // namespace freefloat
