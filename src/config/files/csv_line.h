#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freefloat {

/// @return The text without blanks, tabs and line ends around it.
std::string without_blanks(std::string_view text);

/// @return What stands between the commas of a line, without blanks around it; one empty cell for an empty
/// line.
std::vector<std::string> split_csv(std::string_view line);

/// @return The number that the whole cell is; nothing where it is none, or not finite.
std::optional<double> csv_number(const std::string& cell);

}  // namespace freefloat
