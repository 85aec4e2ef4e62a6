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

void CapturePlanner::advance(const PredictionSetup& setup, const StateEstimate& estimate,
                             const Vector2& v_WE) {
  const Vector2 v_WG = estimate.linear_momentum / setup.follow.model->total_mass();
  const int steps = mode_ == Mode::kSearch ? kSearchSteps : kWatchSteps;
  for (int step = 0; step < steps; ++step) {
    if (!candidate_open_ && !next_candidate(setup, estimate, v_WE, v_WG)) return;
    prediction_.advance(setup);
    if (prediction_.verdict() != PredictionVerdict::kRunning) finish_candidate(setup);
  }
}

bool CapturePlanner::next_candidate(const PredictionSetup& setup, const StateEstimate& estimate,
                                    const Vector2& v_WE, const Vector2& v_WG) {
  if (mode_ == Mode::kWatch) {
    if (setup.follow.lead.moving && plan_->rendezvous < estimate.at + from_seconds(kFirstMeeting)) {
      if (plan_->rendezvous + from_seconds(kOverdue) < estimate.at) begin_search();
      return false;  // too late to change
    }
    prediction_ = CapturePrediction(estimate, v_WE, v_WG, *plan_);
    candidate_open_ = true;
    return true;
  }
  const bool moving = setup.follow.lead.moving;
  const int candidates = moving ? kWayCount * (kMeetings + kUnfoldingHandicap) : kWayCount;
  // A bounded number of candidates is passed over in a cycle, so that the cycle's time stays bounded as well.
  for (int passed = 0; passed < 2 * kWayCount && candidate_ < candidates; ++passed, ++candidate_) {
    CapturePlan plan = kWays[candidate_ % kWayCount];
    const int meeting = candidate_ / kWayCount - (plan.unfold ? kUnfoldingHandicap : 0);
    const double time = kFirstMeeting + kMeetingStep * meeting;
    if (moving && (meeting < 0 || meeting >= kMeetings)) continue;
    if (moving && !target_stays_inside(setup, estimate, v_WG, time)) continue;
    plan.rendezvous = estimate.at + from_seconds(time);
    prediction_ = CapturePrediction(estimate, v_WE, v_WG, plan);
    candidate_open_ = true;
    ++candidate_;
    return true;
  }
  if (candidate_ >= candidates) finish_search();
  return false;
}

void CapturePlanner::finish_candidate(const PredictionSetup& setup) {
  candidate_open_ = false;
  const bool captured = prediction_.verdict() == PredictionVerdict::kCaptured;
  if (mode_ == Mode::kWatch) {
    failed_watches_ = captured ? 0 : failed_watches_ + 1;
    if (failed_watches_ >= kWatchesToGiveUp) begin_search();
    return;
  }
  if (!captured) return;
  const CapturePlan& plan = prediction_.plan();
  const bool straight = !plan.unfold && plan.chart == ChartKind::kCartesian;
  const double time = prediction_.elapsed() / (straight ? kStraightBonus : 1.0);
  if (!best_ || time < best_time_) {
    best_ = plan;
    best_time_ = time;
  }
  // Meeting times are tried in rising order: the first that works is the one to take.
  if (setup.follow.lead.moving) finish_search();
}

void CapturePlanner::begin_search() {
  mode_ = Mode::kSearch;
  failed_watches_ = 0;
  failed_searches_ = 0;
  candidate_ = 0;
  best_.reset();
}

void CapturePlanner::finish_search() {
  candidate_ = 0;
  if (!best_) {
    if (++failed_searches_ >= kSearchesToGiveUp) plan_.reset();
    return;
  }
  plan_ = best_;
  best_.reset();
  failed_searches_ = 0;
  mode_ = Mode::kWatch;
}

}  // namespace freefloat
