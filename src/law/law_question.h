#pragma once

#include <optional>

#include "control/control_setup.h"
#include "law/freefloat_law.h"
#include "types/cycle.h"

namespace freefloat {

/// What a law of the user's own is asked at the end of a cycle, for the next: the estimate carried on by a
/// period with the rates that were commanded.
/// @param setup Of the controller.
/// @param input, output Of the cycle that ends.
/// @return None outside of a capture in motion.
std::optional<ff_law_question> make_law_question(const ControlSetup& setup, const CycleInput& input,
                                                 const CycleOutput& output);

}  // namespace freefloat
