#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <vector>

#include "config/fields/numeric_value.h"

namespace freefloat {

/// JSON whose members keep the order in which they were added, so that generated files are stable.
using Json = nlohmann::ordered_json;

/// @return The value as it would be written behind its key.
Json write_numeric(const NumberRule& rule, double value);
Json write_numeric(const NumberRule& rule, int value);
Json write_numeric(const NumberRule& rule, std::uint64_t value);
Json write_numeric(const NumberRule& rule, Duration value);
Json write_numeric(const NumberRule& rule, Time value);
Json write_numeric(const NumberRule& rule, const Vector2& value);
Json write_numeric(const NumberRule& rule, const Eigen::Vector3d& value);
Json write_numeric(const NumberRule& rule, const std::array<double, 5>& value);
Json write_numeric(const NumberRule& rule, const std::array<double, 6>& value);
Json write_numeric(const NumberRule& rule, const Eigen::Matrix3d& value);
Json write_numeric(const NumberRule& rule, const JointVector& value);
Json write_numeric(const NumberRule& rule, const std::vector<Vector2>& value);
Json write_numeric(const NumberRule& rule, const std::vector<double>& value);

/// @return Whether a default may be shown: not for what has none, such as a picture size of zero.
bool can_be_written(const Json& value, const Json& schema);

/// @return The JSON Schema of the value; the type chooses the shape.
Json numeric_schema(const NumberRule& rule, std::type_identity<double>);
Json numeric_schema(const NumberRule& rule, std::type_identity<int>);
Json numeric_schema(const NumberRule& rule, std::type_identity<std::uint64_t>);
Json numeric_schema(const NumberRule& rule, std::type_identity<Duration>);
Json numeric_schema(const NumberRule& rule, std::type_identity<Time>);
Json numeric_schema(const NumberRule& rule, std::type_identity<Vector2>);
Json numeric_schema(const NumberRule& rule, std::type_identity<Eigen::Vector3d>);
Json numeric_schema(const NumberRule& rule, std::type_identity<std::array<double, 5>>);
Json numeric_schema(const NumberRule& rule, std::type_identity<std::array<double, 6>>);
Json numeric_schema(const NumberRule& rule, std::type_identity<Eigen::Matrix3d>);
Json numeric_schema(const NumberRule& rule, std::type_identity<JointVector>);
Json numeric_schema(const NumberRule& rule, std::type_identity<std::vector<Vector2>>);
Json numeric_schema(const NumberRule& rule, std::type_identity<std::vector<double>>);

}  // namespace freefloat
