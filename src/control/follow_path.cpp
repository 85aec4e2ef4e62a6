#include "control/follow_path.h"

namespace freefloat {

namespace {

constexpr int kStepsACycle = 10;       // of prediction, at rest
constexpr double kLongestPause = 0.3;  // s between two steps; longer: the hand was held up

TaskStatus status_of(PathStage stage) {
  switch (stage) {
    case PathStage::kPlan:
      return TaskStatus::kPlanning;
    case PathStage::kApproach:
    case PathStage::kFollow:
      return TaskStatus::kRunning;
    case PathStage::kDone:
      return TaskStatus::kDone;
    case PathStage::kRefused:
      break;
  }
  return TaskStatus::kUnreachable;
}

/// At rest until the prediction is over; then the motion begins where the hand is by then.
void plan(const ControlSetup& setup, const PlanarModel& model, const PathTable& table,
          const StateEstimate& estimate, PathFollowing& state) {
  if (!state.begun) {
    state = PathFollowing{};
    state.begun = true;
    state.prediction.begin(model, table, estimate);
  }
  for (int i = 0; i < kStepsACycle; ++i) state.prediction.advance(setup, model, table);
  state.output = state.prediction.output;
  if (state.output.stage != PathStage::kDone) {
    if (state.output.stage != PathStage::kRefused) state.output.stage = PathStage::kPlan;
    return;
  }
  state.motion = begin_path_motion(table, estimate.p_WE);
  state.output = PathOutput{};
  state.output.stage = state.motion.stage;
  state.output.begin = state.motion.begin;
}

}  // namespace

std::optional<Vector2> follow_path(const ControlSetup& setup, const PlanarModel& model, std::uint32_t number,
                                   const StateEstimate& estimate, PathFollowing& state,
                                   GuidanceOutput& guidance) {
  PathOutput& output = state.output;
  if (number >= setup.paths.size()) {
    output.stage = PathStage::kRefused;
    output.refusal = PathRefusal::kNoSuchPath;
    guidance.status = TaskStatus::kUnreachable;
    guidance.path = output;
    return std::nullopt;
  }
  const PathTable& table = setup.paths[number];
  const double since = state.begun ? to_seconds(estimate.at - state.last) : 0.0;
  state.last = estimate.at;
  const bool refused = output.stage == PathStage::kRefused;
  if (!refused && (!state.begun || output.stage == PathStage::kPlan)) {
    plan(setup, model, table, estimate, state);
    state.last = estimate.at;
    guidance.status = status_of(output.stage);
    guidance.path = output;
    return std::nullopt;
  }
  std::optional<Vector2> v_WE;
  if (output.stage == PathStage::kApproach || output.stage == PathStage::kFollow) {
    const bool paused = since > kLongestPause || since < 0.0;
    if (paused) resume_path_motion(table, estimate.p_WE, state.motion);
    const double period = to_seconds(setup.config.period);
    const PathReference wanted =
        advance_path(table, paused ? 0.0 : since, period, estimate.p_WE, state.motion);
    output.stage = state.motion.stage;
    const PlacedPath path(table, state.motion.begin);
    output.begin = state.motion.begin;
    output.along = state.motion.along;
    output.length = path.length();
    output.error = path.distance(estimate.p_WE, output.along);
    output.lag = (wanted.p_WE - estimate.p_WE).norm();
    guidance.p_WE_goal = wanted.p_WE;
    // The mass centre drifts, and not always as it was predicted.
    const bool left = output.stage == PathStage::kFollow &&
                      refuse_outside_annulus(setup, wanted.p_WE, estimate.p_WG, output);
    if (!left && output.stage != PathStage::kDone)
      v_WE = wanted.v_WE + setup.config.guidance.position_gain * (wanted.p_WE - estimate.p_WE);
  }
  guidance.status = status_of(output.stage);
  guidance.path = output;
  return v_WE;
}

}  // namespace freefloat
