#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "runtime/phase_result.h"

namespace freefloat {

/// Sums up how far a hand was from its path, cycle by cycle.
class PathError {
 public:
  /// @param error Hand to path, m. @param lag Hand to the point that it follows, m. What is not finite
  /// makes the result so.
  void add(double error, double lag) {
    sum_ += error * error;
    lag_sum_ += lag * lag;
    // Written so that a NaN stays.
    if (!(error <= largest_)) largest_ = std::isnan(largest_) ? largest_ : error;
    ++count_;
  }

  void add(const PathOutput& path) {
    add(path.error, path.lag);
    length_ = path.length;
    begin_ = path.begin;
  }

  /// @return Zeros before anything was added.
  PathNumbers numbers() const {
    const double count = std::max<double>(1.0, static_cast<double>(count_));
    PathNumbers numbers;
    numbers.rms = std::sqrt(sum_ / count);
    numbers.largest = largest_;
    numbers.lag_rms = std::sqrt(lag_sum_ / count);
    numbers.length = length_;
    numbers.begin = begin_;
    return numbers;
  }

  std::uint64_t count() const { return count_; }

 private:
  double sum_ = 0.0;
  double lag_sum_ = 0.0;
  double largest_ = 0.0;
  double length_ = 0.0;
  Vector2 begin_ = Vector2::Zero();
  std::uint64_t count_ = 0;
};

}  // namespace freefloat
