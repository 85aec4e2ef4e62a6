#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <span>
#include <type_traits>
#include <vector>

#include "config/fields/numeric_value.h"

namespace freefloat {

/// JSON whose members keep the order in which they were added, so that generated files are stable.
using Json = nlohmann::ordered_json;

/// @return The value as it would be written behind its key.
Json write_numeric(const NumberRule& rule, double value);
Json write_numeric(const NumberRule& rule, Duration value);
Json write_numeric(const NumberRule& rule, Time value);
Json write_numeric(const NumberRule& rule, const Eigen::Matrix3d& value);
Json write_numeric(const NumberRule& rule, const std::vector<Vector2>& value);
Json write_numbers(const NumberRule& rule, std::span<const double> values);

template <std::integral T>
Json write_numeric(const NumberRule&, T value) {
  return value;
}

template <NumberList T>
Json write_numeric(const NumberRule& rule, const T& value) {
  return write_numbers(rule, {value.data(), static_cast<std::size_t>(value.size())});
}

/// @return Whether a default may be shown: not for what has none, such as a picture size of zero.
bool can_be_written(const Json& value, const Json& schema);

/// @return The JSON Schema of one number.
Json number_schema(const NumberRule& rule, bool whole);
Json list_schema(Json item, std::size_t least, std::size_t most);

/// Takes out of a schema what is required by it and the maps in it.
/// @return A schema that asks for just this.
Json take_required(Json& schema);

/// @return The JSON Schema of a value of type `T`.
template <typename T>
Json numeric_schema(const NumberRule& rule) {
  if constexpr (NumberList<T>) {
    return list_schema(number_schema(rule, false), ListLength<T>::least, ListLength<T>::most);
  } else if constexpr (std::is_same_v<T, Eigen::Matrix3d>) {
    return list_schema(numeric_schema<Eigen::Vector3d>(rule), 3, 3);
  } else if constexpr (std::is_same_v<T, std::vector<Vector2>>) {
    return list_schema(numeric_schema<Vector2>(rule), 1, kMostPoints);
  } else {
    return number_schema(rule, std::is_integral_v<T>);
  }
}

}  // namespace freefloat
