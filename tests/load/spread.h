#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace freefloat::load {

/// How measured values spread; all in their own unit.
struct Spread {
  std::size_t count = 0;
  double median = 0.0;
  double p99 = 0.0;
  double max = 0.0;
};

/// @return Zeros where there is no value.
inline Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  };
  return {values.size(), at(0.5), at(0.99), values.back()};
}

}  // namespace freefloat::load
