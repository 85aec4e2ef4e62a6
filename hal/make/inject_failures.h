#pragma once

#include <span>

#include "hal/make/make_hal.h"

namespace freefloat {

/// Puts what is injected on this side of real hardware between it and the program.
/// @param hal Real link; its camera or tracker is real, or of a plant, which plays failures of its own.
/// @param faults Of the run. @param seed Of the run, for what is random.
/// @param sight Camera and tracker are failed here, too.
Hal inject_failures(Hal hal, std::span<const ScheduledFault> faults, std::uint64_t seed, bool sight);

}  // namespace freefloat
