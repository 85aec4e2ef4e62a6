#pragma once

#include <string>
#include <string_view>

namespace freefloat {

/// A unit as it is written at the end of a key, and the way to SI: SI value = written value * numerator /
/// denominator.
struct Unit {
  std::string_view suffix;    ///< `_deg_s`; empty: a number without unit
  std::string_view symbol;    ///< `deg/s`
  std::string_view quantity;  ///< units of one quantity convert into each other
  double numerator = 1.0;
  double denominator = 1.0;

  double to_si(double written) const { return written * numerator / denominator; }
  double from_si(double value) const { return value * denominator / numerator; }
};

/// @return The unit that the key's suffix names; a unit without suffix when it names none.
const Unit& unit_of(std::string_view key);

/// @return The key without its unit suffix.
std::string_view stem_of(std::string_view key);

/// @return The number with at most 12 significant digits, as short as possible.
std::string format_number(double value);

/// @return The number with at most 4 digits behind the point: for people.
std::string format_rounded(double value);

/// @param value m. @return `0.1234 m`.
std::string format_metres(double value);

}  // namespace freefloat
