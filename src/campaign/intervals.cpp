#include "campaign/intervals.h"

#include <algorithm>
#include <cmath>

namespace freefloat {

namespace {

constexpr double kZ = 1.959963984540054;  // 97.5 % of the standard normal distribution

/// @return Twice the share of a fair coin's counts that are `fewer` of `all` or less; at most 1.
double sign_test(std::uint64_t fewer, std::uint64_t all) {
  if (all == 0) return 1.0;
  const auto n = static_cast<double>(all);
  double sum = 0.0;
  for (std::uint64_t k = 0; k <= fewer; ++k) {
    const auto x = static_cast<double>(k);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) - n * std::log(2.0));
  }
  return std::min(1.0, 2.0 * sum);
}

}  // namespace

Interval wilson_interval(const Share& share) {
  if (share.counted == 0) return {};
  const auto n = static_cast<double>(share.counted);
  const double p = share.value();
  const double middle = (p + kZ * kZ / (2 * n)) / (1 + kZ * kZ / n);
  const double half = kZ / (1 + kZ * kZ / n) * std::sqrt(p * (1 - p) / n + kZ * kZ / (4 * n * n));
  return {share.good == 0 ? 0.0 : std::max(0.0, middle - half),
          share.good == share.counted ? 1.0 : std::min(1.0, middle + half)};
}

PairedComparison compare_pairs(const PairedCounts& counts) {
  const std::uint64_t n = counts.both + counts.first_only + counts.second_only + counts.neither;
  PairedComparison result;
  if (n == 0) return result;
  const Share first{counts.both + counts.first_only, n};
  const Share second{counts.both + counts.second_only, n};
  result.difference = second.value() - first.value();
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  const double a = number(counts.both), b = number(counts.first_only), c = number(counts.second_only),
               d = number(counts.neither);
  const double margins = (a + b) * (c + d) * (a + c) * (b + d);
  double phi = 0.0;
  if (margins > 0.0) {
    double top = a * d - b * c;
    if (top > 0.0) top = std::max(top - 0.5 * number(n), 0.0);  // his correction for continuity
    phi = top / std::sqrt(margins);
  }
  const Interval i1 = wilson_interval(first);
  const Interval i2 = wilson_interval(second);
  const auto reach = [&](double x, double y) {
    return std::sqrt(std::max(0.0, x * x - 2 * phi * x * y + y * y));
  };
  result.interval.low = result.difference - reach(second.value() - i2.low, i1.high - first.value());
  result.interval.high = result.difference + reach(i2.high - second.value(), first.value() - i1.low);
  result.p_value =
      sign_test(std::min(counts.first_only, counts.second_only), counts.first_only + counts.second_only);
  return result;
}

}  // namespace freefloat
