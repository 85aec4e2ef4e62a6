#pragma once

#include <string>
#include <vector>

namespace freefloat {

/// @return The lines of a text, without their ends.
std::vector<std::string> split_lines(const std::string& text);

/// @param before, after Texts of a few hundred lines.
/// @return The lines that differ as `diff` shows them, `-` gone, `+` new, with the number of the first line
/// of each group before it, `@ 41`; empty: there are none.
std::string line_difference(const std::string& before, const std::string& after);

}  // namespace freefloat
