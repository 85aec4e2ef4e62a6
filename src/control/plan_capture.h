#pragma once

#include <cstdint>
#include <optional>

#include "control/predict_capture.h"

namespace freefloat {

enum class PlannerMode : std::uint8_t {
  kSearch,  ///< no plan, or one that fails: candidates are predicted
  kWatch,   ///< the plan in use is predicted again and again
};

/// The memory of a CapturePlanner.
struct CapturePlannerState {
  PlannerMode mode = PlannerMode::kSearch;
  std::optional<CapturePlan> plan;
  std::optional<CapturePlan> best;
  double best_time = 0.0;  ///< s
  int candidate = 0;       ///< of the present search
  bool candidate_open = false;
  CapturePredictionState prediction;
  int failed_searches = 0;
  int failed_watches = 0;
};

/// Chooses chart and meeting time of a capture by predicting candidates, a bounded number of steps a cycle.
///
/// Standing target: straight, or around the hole either way; the quickest that the prediction allows. Moving
/// target: the earliest meeting that stays inside the annulus and within the joint rates. The plan in use is
/// predicted again and again from the newest estimate; when it no longer works, a new search runs while the
/// old plan is followed; when several searches have failed, the old plan is dropped too.
class CapturePlanner {
 public:
  /// Forgets everything; for a new task.
  void reset() { *this = CapturePlanner{}; }

  /// One cycle's share of the work.
  /// @param setup Robot, laws and limits.
  /// @param estimate The newest.
  /// @param v_WE Hand velocity commanded last, m/s.
  void advance(const PredictionSetup& setup, const StateEstimate& estimate, const Vector2& v_WE);

  /// @return The plan to follow; none while the first search runs, or when every candidate failed.
  const std::optional<CapturePlan>& plan() const { return state_.plan; }

  /// @param plan How far the plan has been followed: see follow_plan.
  void set_plan(const CapturePlan& plan) { state_.plan = plan; }

  /// @return Every candidate of several searches in a row failed: the target cannot be captured as it moves
  /// now.
  bool unreachable() const { return !state_.plan && state_.failed_searches >= kSearchesToGiveUp; }

  CapturePlannerState state() const;
  void restore(const CapturePlannerState& state);

 private:
  static constexpr int kSearchesToGiveUp = 3;

  bool next_candidate(const PredictionSetup& setup, const StateEstimate& estimate, const Vector2& v_WE,
                      const Vector2& v_WG);
  void begin_search();
  void finish_candidate(const PredictionSetup& setup);
  void finish_search();

  CapturePlannerState state_;  // but for the prediction
  CapturePrediction prediction_;
};

}  // namespace freefloat
