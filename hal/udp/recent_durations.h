#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "types/time.h"

namespace freefloat {

/// The last 256 of a series of durations, and what share of them is shorter.
class RecentDurations {
 public:
  void add(Duration duration) {
    values_[next_ % kMost] = duration;
    ++next_;
  }

  void clear() { next_ = 0; }

  /// @param share 0 to 1: 0.5 is the median. @return Zero where there is none.
  Duration quantile(double share) const {
    const std::size_t count = std::min(next_, kMost);
    if (count == 0) return {};
    auto sorted = values_;
    const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(count - 1));
    const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(sorted.begin(), sorted.begin() + place, end);
    return sorted[place];
  }

 private:
  static constexpr std::size_t kMost = 256;

  std::array<Duration, kMost> values_{};
  std::size_t next_ = 0;
};

}  // namespace freefloat
