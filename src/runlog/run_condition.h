#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "runlog/logged_quantities.h"

namespace freefloat {

/// What becomes one number of a quantity's values in a run; those that are not known are left out.
enum class Fold : std::uint8_t { kNow, kMax, kMin, kMean, kRms, kFinal };

enum class Comparison : std::uint8_t { kLess, kLessOrEqual, kGreater, kGreaterOrEqual };

/// A condition on a logged quantity: `max(loop_compute_ms) < 5` of a run, `hand_to_target_m < 0.1` of a
/// moment.
struct RunCondition {
  std::string text;  ///< as it was written
  Fold fold = Fold::kNow;
  std::size_t quantity = 0;  ///< place in logged_quantities
  Comparison comparison = Comparison::kLess;
  double limit = 0.0;  ///< in the unit of the quantity's name

  /// @return Whether a value fulfils it; never one that is not known.
  bool holds(double value) const;

  /// @return The quantity's value in a cycle; NaN where it is not known.
  double value(const CycleView& cycle) const { return logged_quantities()[quantity].value(cycle); }
};

/// Why a text is no condition.
struct ConditionProblem {
  std::size_t column = 1;  ///< of the text, counted from 1
  std::string problem;
  std::string allowed;
};

/// Grammar: `FOLD(QUANTITY) COMPARISON NUMBER` of a run, with FOLD one of max, min, mean, rms, final; of a
/// moment `QUANTITY COMPARISON NUMBER`. COMPARISON is one of `<`, `<=`, `>`, `>=`; spaces may stand between
/// the parts.
/// @param of_moment The second form.
tl::expected<RunCondition, ConditionProblem> parse_condition(std::string_view text, bool of_moment);

/// Gathers a quantity's values over a run for one condition.
class ConditionTally {
 public:
  explicit ConditionTally(RunCondition condition) : condition_(std::move(condition)) {}

  void add(const CycleView& cycle);

  const RunCondition& condition() const { return condition_; }
  /// @return NaN when the quantity was never known.
  double value() const;
  bool holds() const { return condition_.holds(value()); }

 private:
  RunCondition condition_;
  std::uint64_t count_ = 0;
  double sum_ = 0.0;
  double squares_ = 0.0;
  double least_ = 0.0;
  double most_ = 0.0;
  double last_ = 0.0;
};

}  // namespace freefloat
