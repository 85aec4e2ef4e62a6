#include "guidance/loop_search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace freefloat {

namespace {

constexpr std::array kRatios{0.5, 1.0, 2.0};  // second side to first side
constexpr int kSenses = 4;
constexpr int kShapesOfAPair = kSenses * static_cast<int>(kRatios.size());
constexpr int kSizes = 13;
constexpr double kSmallest = 0.2;         // rad, mean side of the smallest loop
constexpr double kGrowth = 1.3;           // from size to size
constexpr double kLongestSide = 5.8;      // rad: nearly a whole turn
constexpr double kLeastClearance = 0.02;  // m of clearance that a loop must have before it is fitted
constexpr double kJointSpare = 0.05;      // rad left to the monitors' margin
constexpr int kMostTrials = 15;
constexpr double kMostLoops = 1e6;

int pair_count(int joints) {
  return joints * (joints - 1) / 2;
}

/// Side lengths allowed to a joint from where it is.
double room(const LoopSetup& setup, const JointVector& home, int joint, double sense) {
  const JointLimits& limits = setup.limits.joints[joint];
  const double way = sense > 0.0 ? limits.max - home[joint] : home[joint] - limits.min;
  return std::min(kLongestSide, way - (setup.limits.joint_margin + kJointSpare));
}

/// @return The loop of that shape and size; false when a joint has no room for it.
bool make_loop(const LoopSetup& setup, const JointVector& home, int shape, int size, JointLoop& loop) {
  int pair = shape / kShapesOfAPair;
  const auto joints = static_cast<int>(home.size());
  loop.first = 0;
  while (pair >= joints - 1 - loop.first) pair -= joints - 1 - loop.first++;
  loop.second = loop.first + 1 + pair;
  const int kind = shape % kShapesOfAPair;
  const double ratio = std::sqrt(kRatios[kind / kSenses]);
  const double mean = kSmallest * std::pow(kGrowth, size);
  const double first_sense = (kind & 1) == 0 ? 1.0 : -1.0;
  const double second_sense = (kind & 2) == 0 ? 1.0 : -1.0;
  loop.first_side = first_sense * mean / ratio;
  loop.second_side = second_sense * mean * ratio;
  return mean / ratio <= room(setup, home, loop.first, first_sense) &&
         mean * ratio <= room(setup, home, loop.second, second_sense);
}

JointLoop scaled(const JointLoop& loop, double factor) {
  return {loop.first, loop.second, factor * loop.first_side, factor * loop.second_side};
}

/// A finished candidate: how long the whole turn would take with it.
/// @return Whether larger loops of the shape are worth trying.
bool judge_candidate(LoopSearchState& state) {
  const LoopPrediction& loop = state.prediction;
  const double sense = state.need >= 0.0 ? 1.0 : -1.0;
  // Gone through the other way round it turns the other way: the sense can be chosen, the momentum's cannot.
  const double gain = std::abs(loop.turn_by_joints) + sense * loop.turn_by_momentum;
  if (gain <= 0.0) return true;
  const double loops = std::min(kMostLoops, std::ceil(std::abs(state.need) / gain - 1e-9));
  const double time = (std::max(1.0, loops) + kTrimLoop) * loop.time;
  state.quickest = std::min(state.quickest, time);
  const bool better = !state.found || time < state.best_time;
  if (loop.clearance > kLeastClearance && better) {
    state.found = true;
    const bool as_it_is = (loop.turn_by_joints > 0.0) == (state.need > 0.0);
    state.best = as_it_is ? loop.loop : reversed(loop.loop);
    state.best_time = time;
    state.loops = std::max(1, static_cast<int>(loops));
  }
  return loops > 1.0;
}

bool next_candidate(const LoopSetup& setup, const LoopStart& start, LoopSearchState& state) {
  const int shapes = pair_count(static_cast<int>(start.home.size())) * kShapesOfAPair;
  while (state.shape < shapes) {
    JointLoop loop;
    const bool fits = state.size < kSizes && make_loop(setup, start.home, state.shape, state.size, loop);
    const bool worth =
        fits && (!state.found || (1.0 + kTrimLoop) * loop_duration(setup.pace, loop) < state.best_time);
    if (worth) {
      state.prediction = LoopPrediction{};
      state.prediction.loop = loop;
      state.open = true;
      return true;
    }
    ++state.shape;
    state.size = 0;
  }
  return false;
}

void begin_trial(double factor, LoopSearchState& state) {
  state.factor = factor;
  state.prediction = LoopPrediction{};
  state.prediction.loop = scaled(state.best, factor);
  state.open = true;
}

/// Regula falsi with the Illinois rule; the turn grows with the size.
void judge_trial(const LoopSetup& setup, LoopSearchState& state) {
  const double missing = state.need / state.loops - state.prediction.turn();
  const bool close = std::abs(missing) <= setup.accuracy;
  // A loop at its full size that does not turn enough is as good as can be: the next one goes on.
  const bool largest = state.trials == 0 && missing * state.need > 0.0;
  if (close || largest || state.trials >= kMostTrials) {
    state.fitted = state.prediction.loop;
    state.mode = state.prediction.clearance > 0.0 ? LoopSearchMode::kReady : LoopSearchMode::kFailed;
    return;
  }
  if (state.trials == 0) {
    state.high = 1.0;
    state.missing_high = missing;
    state.low = 0.0;
    state.missing_low = state.need / state.loops;
  } else if (missing * state.missing_high > 0.0) {
    state.high = state.factor;
    state.missing_high = missing;
    state.missing_low *= 0.5;
  } else {
    state.low = state.factor;
    state.missing_low = missing;
    state.missing_high *= 0.5;
  }
  ++state.trials;
  // The turn grows with the square of the size: interpolated in that.
  const double low = state.low * state.low;
  const double high = state.high * state.high;
  const double part = state.missing_low / (state.missing_low - state.missing_high);
  begin_trial(std::sqrt(low + std::clamp(part, 0.02, 0.98) * (high - low)), state);
}

}  // namespace

void begin_fit(double need, LoopSearchState& state) {
  if (need * state.need < 0.0) state.best = reversed(state.best);
  state.need = need;
  state.mode = LoopSearchMode::kFit;
  state.loops = 1;
  state.trials = 0;
  begin_trial(1.0, state);
}

void advance_search(const LoopSetup& setup, const LoopStart& start, int steps, LoopSearchState& state) {
  for (; steps > 0 && (state.mode == LoopSearchMode::kSearch || state.mode == LoopSearchMode::kFit);
       --steps) {
    if (!state.open && !next_candidate(setup, start, state)) {
      state.mode = LoopSearchMode::kFailed;
      if (!state.found) return;
      state.mode = LoopSearchMode::kFit;
      state.trials = 0;
      begin_trial(1.0, state);
    }
    advance_prediction(setup, start, state.prediction);
    if (!state.prediction.done()) continue;
    state.open = false;
    if (state.mode == LoopSearchMode::kFit) {
      judge_trial(setup, state);
      continue;
    }
    ++state.size;
    if (!judge_candidate(state)) {
      ++state.shape;
      state.size = 0;
    }
  }
}

}  // namespace freefloat
