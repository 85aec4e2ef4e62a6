#pragma once

#include <string>

#include "types/cycle.h"

namespace freefloat {

/// @return Why the satellite cannot be turned, with the numbers: too little time before the drift carries it
/// to the table's edge, no room, or no loop that the joints' limits allow.
std::string explain_failed_turn(const ReorientationOutput& turn);

}  // namespace freefloat
