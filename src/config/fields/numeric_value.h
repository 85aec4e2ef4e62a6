#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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

/// How many numbers a list in a file has when it becomes a `T`.
template <typename T>
struct ListLength;
template <>
struct ListLength<Vector2> {
  static constexpr std::size_t least = 2, most = 2;
};
template <>
struct ListLength<Eigen::Vector3d> {
  static constexpr std::size_t least = 3, most = 3;
};
template <std::size_t n>
struct ListLength<std::array<double, n>> {
  static constexpr std::size_t least = n, most = n;
};
template <>
struct ListLength<JointVector> {
  static constexpr std::size_t least = 1, most = kMaxJoints;
};
template <>
struct ListLength<std::vector<double>> {
  static constexpr std::size_t least = 1, most = kMostNumbers;
};

template <typename T>
concept NumberList = requires {
  ListLength<T>::least;
};

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
/// Three rows of three numbers.
bool read_numeric(const ConfigNode& node, const NumberRule& rule, Eigen::Matrix3d& value, Problems& problems);
bool read_numeric(const ConfigNode& node, const NumberRule& rule, std::vector<Vector2>& value,
                  Problems& problems);

/// @return The list's `least` to `most` numbers, in SI; nothing when it was refused.
std::optional<std::vector<double>> read_numbers(const ConfigNode& node, const NumberRule& rule,
                                                std::size_t least, std::size_t most, Problems& problems);

template <NumberList T>
bool read_numeric(const ConfigNode& node, const NumberRule& rule, T& value, Problems& problems) {
  const auto numbers = read_numbers(node, rule, ListLength<T>::least, ListLength<T>::most, problems);
  if (!numbers) return false;
  if constexpr (requires { value.resize(1); }) value.resize(numbers->size());
  std::copy(numbers->begin(), numbers->end(), value.data());
  return true;
}

}  // namespace freefloat
