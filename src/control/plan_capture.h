#pragma once

#include <optional>

#include "control/predict_capture.h"

namespace freefloat {

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
  /// @param v_WE Hand velocity commanded last, m/s.
  void advance(const PredictionSetup& setup, const StateEstimate& estimate, const Vector2& v_WE);

  /// @return The plan to follow; none while the first search runs, or when every candidate failed.
  const std::optional<CapturePlan>& plan() const { return plan_; }

  /// @param plan How far the plan has been followed: see follow_plan.
  void set_plan(const CapturePlan& plan) { plan_ = plan; }

  /// @return Every candidate of several searches in a row failed: the target cannot be captured as it moves
  /// now.
  bool unreachable() const { return !plan_ && failed_searches_ >= kSearchesToGiveUp; }

 private:
  static constexpr int kSearchesToGiveUp = 3;

  enum class Mode : std::uint8_t { kSearch, kWatch };

  bool next_candidate(const PredictionSetup& setup, const StateEstimate& estimate, const Vector2& v_WE,
                      const Vector2& v_WG);
  void begin_search();
  void finish_candidate(const PredictionSetup& setup);
  void finish_search();

  Mode mode_ = Mode::kSearch;
  std::optional<CapturePlan> plan_;
  std::optional<CapturePlan> best_;
  double best_time_ = 0.0;
  int candidate_ = 0;  // of the present search
  bool candidate_open_ = false;
  CapturePrediction prediction_;
  int failed_searches_ = 0;
  int failed_watches_ = 0;
};

}  // namespace freefloat
