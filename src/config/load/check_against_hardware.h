#pragma once

#include "config/load/cross_check.h"

namespace freefloat {

/// What the simulation is told to do in a testbed whose board or robot is real: effects that nobody would
/// see, and a plant that no board could drive.
void check_against_hardware(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems);

}  // namespace freefloat
