#pragma once

#include "spatial/config/simulation_file.h"

namespace freefloat {

/// Puts a simulation and its model together. What does not fit becomes a problem at its place: unknown joints
/// and end points, units of the other kind of joint, drives given twice.
/// @param node The file that `file` was read from.
TreeSimulationConfig assemble_simulation(const SimulationFile& file, const ConfigNode& node,
                                         TreeParameters tree, Problems& problems);

}  // namespace freefloat
