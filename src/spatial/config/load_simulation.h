#pragma once

#include <string>

#include "config/yaml/config_error.h"
#include "spatial/simulation/tree_simulation_config.h"

namespace freefloat {

/// Reads a simulation with the model that it names, or a model alone, which then is simulated at rest in its
/// zero posture.
/// @param path configs/simulations/*.yaml; a spatial model (YAML or URDF); or a robot of the table, whose
/// base then is planar.
/// @throws ConfigError with all problems.
TreeSimulationConfig load_simulation(const std::string& path);

}  // namespace freefloat
