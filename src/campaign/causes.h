#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace freefloat {

/// @return A cause without its numbers, so that the same cause is one.
std::string without_numbers(const std::string& cause);

/// @return Each cause, without numbers, and how often it is there; the most frequent first.
std::vector<std::pair<std::string, std::uint64_t>> count_causes(const std::vector<std::string>& causes);

}  // namespace freefloat
