#pragma once

#include "config/files/experiment_file.h"

namespace freefloat {

/// Targets that can be, each with a name where there are several, and captures that say which one.
/// @param node The experiment's file.
void check_targets(const ExperimentFile& file, const ConfigNode& node, Problems& problems);

/// @return The target that a capture names, from 0; that of `target` where there are no `targets`.
std::uint32_t target_number(const ExperimentFile& file, const Phase& phase);

}  // namespace freefloat
