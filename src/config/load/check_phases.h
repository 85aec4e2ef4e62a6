#pragma once

#include "config/load/cross_check.h"

namespace freefloat {

/// What a phase asks of the robot that it cannot do: a path through singular postures, angles beyond the
/// joints' limits, lists of another length than the arm, a turn by an arm with one joint.
void check_phases(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems);

}  // namespace freefloat
