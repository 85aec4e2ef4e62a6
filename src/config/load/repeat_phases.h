#pragma once

#include "config/yaml/config_node.h"

namespace freefloat {

/// Puts what stands under `repeat: {times: 3, phases: [...]}` in an experiment's list of phases into that
/// list, so many times. Repeats may stand in each other. A phase so made keeps its place in the file, and its
/// name tells which time it is: `circle (2 of 3)`.
/// @param experiment The whole document.
void repeat_phases(ConfigNode& experiment, Problems& problems);

}  // namespace freefloat
