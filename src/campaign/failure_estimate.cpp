#include "campaign/failure_estimate.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

FailureEstimate estimate_failure(const std::vector<double>& weights) {
  constexpr double kQuantile = 1.959964;  // of 95 %, two-sided
  FailureEstimate estimate;
  estimate.samples = weights.size();
  double sum = 0.0;
  double squares = 0.0;
  for (const double weight : weights) {
    sum += weight;
    squares += weight * weight;
    estimate.failures += weight > 0.0 ? 1 : 0;
  }
  if (estimate.failures == 0) return estimate;
  const auto n = static_cast<double>(weights.size());
  estimate.effective_size = sum * sum / squares;
  estimate.probability = std::min(sum / n, 1.0);
  // The relative standard error spans the interval on the logarithm: a rare failure's estimate is lopsided,
  // and no probability is below 0.
  const double relative_error = std::sqrt(std::max(n / estimate.effective_size - 1.0, 0.0) / n);
  const double factor = std::exp(kQuantile * relative_error);
  estimate.interval = {estimate.probability / factor, std::min(estimate.probability * factor, 1.0)};
  return estimate;
}

}  // namespace freefloat
