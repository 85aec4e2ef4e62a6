#include "guidance/reorientation.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kRateShare = 0.8;      // of the rate limit; the rest is left to the correction
constexpr double kRampTime = 0.4;       // s to that rate
constexpr double kGain = 3.0;           // 1/s of the joints' correction
constexpr double kObserveFor = 1.5;     // s: tells an acceleration to about 0.1 mm/s^2
constexpr double kRestFor = 0.4;        // s at home before the attitude counts
constexpr double kReturnFor = 0.1;      // s that the joints usually need to come home
constexpr double kUsualTrials = 4.0;    // of a loop's size
constexpr double kReturned = 0.003;     // rad from home
constexpr double kDoneShare = 0.7;      // of the tolerance, so that noise does not spoil it
constexpr double kAccuracyShare = 0.1;  // of the tolerance, of a loop's predicted turn
constexpr double kSpareTime = 1.15;     // times the predicted time must be available at the begin
constexpr int kStepsACycle = 16;        // of prediction
constexpr double kLongestPause = 0.3;   // s between two steps of a motion that goes on

void enter(ReorientationMode mode, Time now, ReorientationState& state) {
  state.mode = mode;
  state.mode_since = now;
}

/// The plan is ready: is there time for it?
void weigh_time(const LoopSetup& setup, const StateEstimate& estimate, const Drift& drift,
                ReorientationState& state) {
  const LoopSearchState& search = state.search;
  state.available_time = time_to_edge(setup.limits, estimate.robot.p_WB, drift);
  if (search.mode == LoopSearchMode::kFailed) {
    state.needed_time = search.found ? search.best_time : search.quickest;
    return enter(ReorientationMode::kFailed, estimate.at, state);
  }
  const double gain = std::max(std::abs(search.prediction.turn()), 1e-9);
  const double missing = std::abs(state.goal - estimate.robot.theta_WB);
  const double loops = std::max(1.0, std::ceil(missing / gain - 0.1));
  // Once begun the turn is not given up for what a better look at the drift changes a little.
  const double in_loops = state.loops_done == 0 ? kSpareTime * (loops + kTrimLoop) : loops;
  state.needed_time = std::min(kDriftHorizon, in_loops * search.prediction.time);
  const bool enough = state.needed_time < state.available_time;
  enter(enough ? ReorientationMode::kMove : ReorientationMode::kFailed, estimate.at, state);
}

void plan(const LoopSetup& setup, const StateEstimate& estimate, const Drift& drift,
          ReorientationState& state) {
  LoopSearchState& search = state.search;
  if (search.mode == LoopSearchMode::kSearch) search.need = state.goal - estimate.robot.theta_WB;
  const LoopStart start{estimate.robot.theta_WB, state.home, estimate.angular_momentum, drift};
  advance_search(setup, start, kStepsACycle, search);
  if (search.mode == LoopSearchMode::kReady || search.mode == LoopSearchMode::kFailed) {
    weigh_time(setup, estimate, drift, state);
  }
}

/// At rest after a loop, or after the observation: is more to be done?
void look_at_attitude(double tolerance, const StateEstimate& estimate, ReorientationState& state) {
  const double missing = state.goal - estimate.robot.theta_WB;
  if (std::abs(missing) <= kDoneShare * tolerance) {
    return enter(ReorientationMode::kDone, estimate.at, state);
  }
  if (state.search.found) {
    begin_fit(missing, state.search);
  } else {
    state.search = LoopSearchState{};
  }
  enter(ReorientationMode::kPlan, estimate.at, state);
}

void begin(const StateEstimate& estimate, double turn, ReorientationState& state) {
  state = ReorientationState{};
  state.begun = true;
  state.begin = estimate.at;
  state.goal = estimate.robot.theta_WB + turn;
  state.home = estimate.robot.joints;
  enter(ReorientationMode::kObserve, estimate.at, state);
}

TaskStatus status_of(ReorientationMode mode) {
  switch (mode) {
    case ReorientationMode::kObserve:
    case ReorientationMode::kPlan:
      return TaskStatus::kPlanning;
    case ReorientationMode::kMove:
      return TaskStatus::kRunning;
    case ReorientationMode::kRest:
      return TaskStatus::kWaiting;
    case ReorientationMode::kDone:
      return TaskStatus::kDone;
    case ReorientationMode::kFailed:
      break;
  }
  return TaskStatus::kUnreachable;
}

}  // namespace

JointVector follow_reorientation(const PlanarModel& model, const MotionLimits& limits,
                                 const OperatorCommand& op, const StateEstimate& estimate,
                                 ReorientationState& state, GuidanceOutput& guidance) {
  const Time now = estimate.at;
  if (!state.begun) begin(estimate, op.turn, state);
  // After a hold the arm stands somewhere on its loop: it goes home first.
  const bool paused = to_seconds(now - state.last) > kLongestPause && state.last > state.begin;
  if (paused && state.mode == ReorientationMode::kMove) enter(ReorientationMode::kRest, now, state);
  const double period = std::clamp(to_seconds(now - state.last), 0.0, kLongestPause);
  state.last = now;

  const double elapsed = to_seconds(now - state.begin);
  add_place(state.drift, elapsed, estimate.p_WG);
  const Drift drift = fit_drift(state.drift, elapsed);
  // Momentum turns the satellite also while the loop is fitted and while the joints come to rest.
  const double fit_cycles = kUsualTrials * prediction_steps(state.search.best) / double{kStepsACycle};
  const double max_rate = kRateShare * limits.max_joint_rate;
  const LoopSetup setup{model,
                        limits,
                        {max_rate, max_rate / kRampTime},
                        kRestFor + kReturnFor + fit_cycles * period,
                        kAccuracyShare * op.turn_tolerance};
  const double in_mode = to_seconds(now - state.mode_since);
  const JointVector home_error = state.home - estimate.robot.joints;
  JointVector rates = kGain * home_error;
  switch (state.mode) {
    case ReorientationMode::kObserve:
      if (elapsed >= kObserveFor) look_at_attitude(op.turn_tolerance, estimate, state);
      break;
    case ReorientationMode::kPlan:
      plan(setup, estimate, drift, state);
      break;
    case ReorientationMode::kMove: {
      const LoopPoint point = loop_point(setup.pace, state.search.fitted, state.home, in_mode);
      rates = point.rates + kGain * (point.joints - estimate.robot.joints);
      if (in_mode >= loop_duration(setup.pace, state.search.fitted)) {
        ++state.loops_done;
        enter(ReorientationMode::kRest, now, state);
      }
      break;
    }
    case ReorientationMode::kRest:
      if (home_error.lpNorm<Eigen::Infinity>() > kReturned) state.mode_since = now;
      if (in_mode >= kRestFor) look_at_attitude(op.turn_tolerance, estimate, state);
      break;
    case ReorientationMode::kDone:
      break;
    case ReorientationMode::kFailed:
      rates.setZero();
      break;
  }
  guidance.status = status_of(state.mode);
  guidance.reorientation = {.goal = state.goal,
                            .missing = state.goal - estimate.robot.theta_WB,
                            .loops = state.loops_done,
                            .needed_time = state.needed_time,
                            .available_time = state.available_time,
                            .drift_speed = drift.v_WG.norm(),
                            .drift_acceleration = drift.acceleration};
  return rates;
}

}  // namespace freefloat
