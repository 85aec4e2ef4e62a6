#pragma once

#include "config/load/cross_check.h"

namespace freefloat {

/// Whether each fault of an experiment has the LED or joint that it names.
void check_fault_indices(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems);

}  // namespace freefloat
