#pragma once

#include <cstdint>
#include <optional>

#include "control/predict_capture.h"

namespace freefloat {

enum class PlannerMode : std::uint8_t {
  kSearch,  ///< no plan, or one that fails: candidates are predicted
  kWatch,   ///< the plan in use is predicted again and again
};

/// Chooses chart and meeting time of a capture by predicting candidates, a bounded number of steps a cycle.
///
/// Standing target: straight, or around the hole either way; the quickest that the prediction allows, clear
/// of singular postures where one of them is. Moving target: the earliest meeting that stays inside the
/// annulus and within the joint rates. The plan in use is predicted again and again from the newest estimate;
/// when it no longer works, a new search runs while the old plan is followed; when several searches have
/// failed, the old plan is dropped too.
struct CapturePlanner {
  PlannerMode mode = PlannerMode::kSearch;
  std::optional<CapturePlan> plan;  ///< to follow; none while the first search runs, or when every candidate
                                    ///< failed
  std::optional<CapturePlan> best;
  double best_time = 0.0;  ///< s
  int candidate = 0;       ///< of the present search
  bool candidate_open = false;
  CapturePrediction prediction;
  int failed_searches = 0;  ///< in a row, before this one or before that which found the plan in use
  int failed_watches = 0;

  /// One cycle's share of the work.
  /// @param setup Robot, limits and settings.
  /// @param estimate The newest.
  /// @param v_WE Hand velocity commanded last, m/s.
  /// @param moving The target's velocity counts.
  void advance(const ControlSetup& setup, const StateEstimate& estimate, const Vector2& v_WE, bool moving);

  /// @return Every candidate of several searches in a row failed: the target cannot be captured as it moves
  /// now.
  bool unreachable() const { return !plan && failed_searches >= kSearchesToGiveUp; }

  /// @return The share of the clearance that paths keep: where none keeps the whole, a tighter one is better
  /// than none.
  double clearance_share() const { return failed_searches == 0 ? 1.0 : failed_searches == 1 ? 0.5 : 0.25; }

 private:
  static constexpr int kSearchesToGiveUp = 3;

  bool next_candidate(const ControlSetup& setup, const StateEstimate& estimate, const TaskSpaceState& task,
                      bool moving);
  void begin_search();
  void finish_candidate(const ControlSetup& setup, bool moving);
  void finish_search();
};

}  // namespace freefloat
