#pragma once

#include <string>

#include "servo/servo_parameters.h"

namespace freefloat {

/// @param origin How the file was made, for its first line.
/// @return The C file that a board is built with (firmware-interface/boards/servo_parameters.h).
std::string write_servo_parameters(const ff_servo_parameters& parameters, const std::string& origin);

}  // namespace freefloat
