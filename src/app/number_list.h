#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace freefloat {

/// Reads the value of a flag: finite numbers with commas between, spaces around them allowed.
/// @return The numbers, or what is wrong with which of them.
tl::expected<std::vector<double>, std::string> parse_number_list(std::string_view text);

}  // namespace freefloat
