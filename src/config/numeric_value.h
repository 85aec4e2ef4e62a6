#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "config/config_node.h"
#include "config/unit.h"
#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// JSON whose members keep the order in which they were added, so that generated files are stable.
using Json = nlohmann::ordered_json;

/// Numbers that are accepted, in the unit that the key names.
struct Range {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool lower_open = false;  ///< the lower bound itself is not allowed
};

constexpr Range between(double lower, double upper) {
  return {lower, upper, false};
}
constexpr Range above(double lower, double upper) {
  return {lower, upper, true};
}

/// How the numbers behind one key are written.
struct NumberRule {
  Unit unit;
  Range range;

  /// @return For people: `above 0, at most 360 deg/s`.
  std::string text() const;
};

/// Reads one finite number within the rule's range, and converts it to SI. Refuses what YAML lets pass:
/// `.nan`,
/// `.inf`, `010`, `0x10`, `1_000`, text in quotes.
/// @return false when it was refused, and then a problem was added.
bool read_numeric(const ConfigNode& node, const NumberRule& rule, double& value, Problems& problems);

// The same for everything that is made of numbers. Integers must be written without a fraction; vectors are
// lists.
bool read_numeric(const ConfigNode& node, const NumberRule& rule, int& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::uint64_t& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, Duration& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, Time& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, Vector2& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, Eigen::Vector3d& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::array<double, 5>& value,
                  Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, JointVector& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::vector<Vector2>& value,
                  Problems& problems);

/// @return The value as it would be written behind its key.
Json write_numeric(const NumberRule& rule, double value);
Json write_numeric(const NumberRule& rule, int value);
Json write_numeric(const NumberRule& rule, std::uint64_t value);
Json write_numeric(const NumberRule& rule, Duration value);
Json write_numeric(const NumberRule& rule, Time value);
Json write_numeric(const NumberRule& rule, const Vector2& value);
Json write_numeric(const NumberRule& rule, const Eigen::Vector3d& value);
Json write_numeric(const NumberRule& rule, const std::array<double, 5>& value);
Json write_numeric(const NumberRule& rule, const JointVector& value);
Json write_numeric(const NumberRule& rule, const std::vector<Vector2>& value);

/// @return Whether a default may be shown: not for what has none, such as a picture size of zero.
bool can_be_written(const Json& value, const Json& schema);

/// @return The JSON Schema of the value; the argument chooses the shape.
Json numeric_schema(const NumberRule& rule, double);
Json numeric_schema(const NumberRule& rule, int);
Json numeric_schema(const NumberRule& rule, std::uint64_t);
Json numeric_schema(const NumberRule& rule, Duration);
Json numeric_schema(const NumberRule& rule, Time);
Json numeric_schema(const NumberRule& rule, const Vector2&);
Json numeric_schema(const NumberRule& rule, const Eigen::Vector3d&);
Json numeric_schema(const NumberRule& rule, const std::array<double, 5>&);
Json numeric_schema(const NumberRule& rule, const JointVector&);
Json numeric_schema(const NumberRule& rule, const std::vector<Vector2>&);

}  // namespace freefloat
