#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace freefloat {

/// Reads the value of a flag: finite numbers with commas between, spaces around them allowed.
/// @return The numbers, or what is wrong with which of them.
tl::expected<std::vector<double>, std::string> parse_number_list(std::string_view text);

/// The same where their number is known.
/// @param flag The flag whose value it is, for messages.
/// @param names Of the numbers, with commas between, for messages.
/// @throws std::invalid_argument naming the flag and what is wrong with its value.
Eigen::VectorXd read_number_list(const char* flag, const std::string& text, Eigen::Index count,
                                 const std::string& names);

}  // namespace freefloat
