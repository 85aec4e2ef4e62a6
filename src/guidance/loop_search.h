#pragma once

#include <cstdint>

#include "guidance/loop_prediction.h"

namespace freefloat {

inline constexpr double kTrimLoop = 0.4;  ///< time of the smaller loop that corrects, parts of a loop's

enum class LoopSearchMode : std::uint8_t {
  kSearch,  ///< loops of all shapes and sizes are predicted
  kFit,     ///< the size of the best one is fitted to the turn that is wanted
  kReady,
  kFailed,  ///< no loop turns the satellite that way and stays on the table
};

/// The memory of a search.
struct LoopSearchState {
  LoopSearchMode mode = LoopSearchMode::kSearch;
  double need = 0.0;  ///< turn wanted, rad
  int shape = 0;      ///< joints, senses and ratio of the sides
  int size = 0;
  bool open = false;          ///< `prediction` is under way
  LoopPrediction prediction;  ///< newest
  bool found = false;
  JointLoop best;                   ///< the loop that needs the least time, not yet fitted
  double best_time = 0.0;           ///< needed with it for the whole turn, s
  double quickest = kDriftHorizon;  ///< the same, were the table endless, s
  int loops = 0;                    ///< of the kind of `best` for the whole turn
  double low = 0.0;                 ///< bracket of the size, parts of `best`, and what is missing there, rad
  double high = 1.0;
  double missing_low = 0.0;
  double missing_high = 0.0;
  double factor = 1.0;  ///< size under trial
  int trials = 0;
  JointLoop fitted;  ///< valid when ready
};

/// Begins the fit of the best loop's size to another turn, after a loop has been done.
void begin_fit(double need, LoopSearchState& state);

/// A bounded share of the work: predicts loops from home, both ways round, of growing size, with sides of
/// three ratios, for all pairs of joints; the one is chosen that needs the least time for the whole turn, by
/// several loops where one is not enough, and a smaller one to trim. Then its size is fitted so that one loop
/// turns by exactly what is needed, or by an equal part of it.
/// @param setup Robot, limits, pace, accuracy.
/// @param start Where the loops begin.
/// @param steps Prediction steps allowed.
/// @param state The search; goes on.
void advance_search(const LoopSetup& setup, const LoopStart& start, int steps, LoopSearchState& state);

}  // namespace freefloat
