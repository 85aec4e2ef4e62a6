#pragma once

#include <cstddef>
#include <vector>

#include "campaign/intervals.h"

namespace freefloat {

/// So large must the effective sample size be for an estimate to be trusted: then no single failure makes up
/// more than 18 % of it.
inline constexpr double kLeastEffectiveSize = 30.0;

/// How likely a failure is, by importance sampling.
struct FailureEstimate {
  double probability = 0.0;
  Interval interval;            ///< 95 %; 0 to 1 without a failure
  double effective_size = 0.0;  ///< of the failures' weights (Kish): equal ones would count as so many
  std::size_t failures = 0;
  std::size_t samples = 0;

  bool trusted() const { return effective_size >= kLeastEffectiveSize; }
};

/// @param weights Of the samples, a number each: density of the drawn world over that which it was drawn from
/// where the sample failed, 0 where it did not.
FailureEstimate estimate_failure(const std::vector<double>& weights);

}  // namespace freefloat
