#pragma once

#include <cmath>
#include <nlohmann/json.hpp>

namespace freefloat {

// A zero is printed without a sign, which tells nobody anything.

/// @return 0 for -0, every other value as it is.
inline double plain_zero(double value) {
  return value == 0.0 ? 0.0 : value;
}

/// The same for a number that is printed with so many digits after the point, so that -0.0001 is not
/// `-0.000`.
inline double plain_zero(double value, int decimals) {
  return std::abs(value) < 0.5 * std::pow(10.0, -decimals) ? 0.0 : value;
}

/// The same for every number of an answer.
template <typename Json>
void make_zeros_plain(Json& value) {
  if (value.is_number_float()) value = plain_zero(value.template get<double>());
  if (value.is_structured()) {
    for (auto& part : value) make_zeros_plain(part);
  }
}

}  // namespace freefloat
