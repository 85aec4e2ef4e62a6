#include "config/fields/numeric_schema.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace freefloat {

namespace {

/// A number as JSON; whole ones without a fraction.
Json number_json(double value) {
  double rounded = 0.0;
  const std::string text = format_number(value);
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  if (std::nearbyint(rounded) == rounded && std::abs(rounded) < 1e15) {
    return static_cast<std::int64_t>(rounded);
  }
  return rounded;
}

}  // namespace

Json write_numeric(const NumberRule& rule, double value) {
  return number_json(rule.unit.from_si(value));
}
Json write_numeric(const NumberRule& rule, Duration value) {
  return write_numeric(rule, to_seconds(value));
}
Json write_numeric(const NumberRule& rule, Time value) {
  return write_numeric(rule, to_seconds(value));
}
Json write_numeric(const NumberRule& rule, const Eigen::Matrix3d& value) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < 3; ++i) rows.push_back(write_numeric(rule, Eigen::Vector3d(value.row(i))));
  return rows;
}
Json write_numeric(const NumberRule& rule, const std::vector<Vector2>& value) {
  Json list = Json::array();
  for (const Vector2& point : value) list.push_back(write_numeric(rule, point));
  return list;
}

Json write_numbers(const NumberRule& rule, std::span<const double> values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(write_numeric(rule, value));
  return list;
}

bool can_be_written(const Json& value, const Json& schema) {
  if (value.is_number()) {
    const double number = value.get<double>();
    return !(schema.contains("minimum") && number < schema["minimum"].get<double>()) &&
           !(schema.contains("exclusiveMinimum") && number <= schema["exclusiveMinimum"].get<double>());
  }
  if (value.is_array()) {
    const auto can = [&](const Json& item) { return can_be_written(item, schema["items"]); };
    return !value.empty() && std::all_of(value.begin(), value.end(), can);
  }
  return value.is_boolean() || (value.is_string() && !value.get<std::string>().empty());
}

Json number_schema(const NumberRule& rule, bool whole) {
  Json schema{{"type", whole ? "integer" : "number"}};
  if (std::isfinite(rule.range.lower)) {
    schema[rule.range.lower_open ? "exclusiveMinimum" : "minimum"] = number_json(rule.range.lower);
  }
  if (std::isfinite(rule.range.upper)) {
    schema["maximum"] = number_json(rule.range.upper);
  }
  return schema;
}

Json list_schema(Json item, std::size_t least, std::size_t most) {
  return {{"type", "array"}, {"items", std::move(item)}, {"minItems", least}, {"maxItems", most}};
}

Json take_required(Json& schema) {
  Json taken = Json::object();
  if (schema.contains("required")) {
    taken["required"] = std::move(schema["required"]);
    schema.erase("required");
  }
  for (auto& [key, part] : schema["properties"].items()) {
    if (!part.contains("properties")) continue;
    if (Json inner = take_required(part); !inner.empty()) taken["properties"][key] = std::move(inner);
  }
  return taken;
}

}  // namespace freefloat
