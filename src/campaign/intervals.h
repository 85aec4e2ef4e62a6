#pragma once

#include <cstdint>

namespace freefloat {

/// Successes among what was counted.
struct Share {
  std::uint64_t good = 0;
  std::uint64_t counted = 0;

  double value() const {
    return counted > 0 ? static_cast<double>(good) / static_cast<double>(counted) : 0.0;
  }
};

struct Interval {
  double low = 0.0;
  double high = 1.0;
};

/// @return The 95 % interval of the probability behind a share (Wilson 1927); 0 to 1 when nothing was
/// counted.
Interval wilson_interval(const Share& share);

/// Two arms on the same samples.
struct PairedCounts {
  std::uint64_t both = 0;
  std::uint64_t first_only = 0;
  std::uint64_t second_only = 0;
  std::uint64_t neither = 0;
};

struct PairedComparison {
  double difference = 0.0;  ///< share of the second less that of the first
  Interval
      interval;  ///< 95 %, by Wilson's intervals of both and their correlation (Newcombe 1998, method 10)
  double p_value = 1.0;  ///< McNemar's test, exact and two-sided
};

PairedComparison compare_pairs(const PairedCounts& counts);

}  // namespace freefloat
