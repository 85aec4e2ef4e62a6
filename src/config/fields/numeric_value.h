#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "config/fields/unit.h"
#include "config/yaml/config_node.h"
#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

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

/// The most points that a list may have.
inline constexpr std::size_t kMostPoints = 12;

/// The most numbers that a list of any length may have.
inline constexpr std::size_t kMostNumbers = 64;

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
bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::array<double, 6>& value,
                  Problems& problems);
/// One to kMostNumbers numbers.
bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::vector<double>& value,
                  Problems& problems);
/// Three rows of three numbers.
bool read_numeric(const ConfigNode& node, const NumberRule& rule, Eigen::Matrix3d& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, JointVector& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::vector<Vector2>& value,
                  Problems& problems);

}  // namespace freefloat
