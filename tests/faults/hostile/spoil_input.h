#pragma once

#include <cstdint>

#include "types/cycle.h"

namespace freefloat {

/// Something of a cycle's input becomes something else; the same seed spoils the same input in the same way.
void spoil_input(std::uint64_t seed, CycleInput& input);

}  // namespace freefloat
