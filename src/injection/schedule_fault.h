#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "injection/catalogue.h"

namespace freefloat {

/// @return The parts of a text between separators.
std::vector<std::string> split_at(std::string_view text, std::string_view separator);

/// @param injection With effects. @param begin_s, end_s Since the start of the run.
/// @param robot_leds The robot has; the target's first one has the number after them.
/// @return Its effects as entries of an experiment's `faults:` list, with commas between them.
std::string schedule_fault(const Injection& injection, double begin_s, double end_s, std::size_t robot_leds);

}  // namespace freefloat
