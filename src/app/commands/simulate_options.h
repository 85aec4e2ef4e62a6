#pragma once

#include <optional>
#include <string>

#include "app/command_line/command_line.h"
#include "spatial/simulation/tree_simulation_config.h"

namespace freefloat {

/// Values on the command line that replace those of the simulation's file. Lists are still text.
struct SimulateOptions {
  std::optional<double> duration, sample_step, relative_tolerance, absolute_tolerance;
  std::string method;
  std::string joints, joint_rates, torques;
  bool lock_base = false;
  std::string base_position, base_zyx, base_velocity, base_angular_velocity, base_force, base_moment;
};

void add_simulate_options(Command& command, SimulateOptions& options);

/// Lays the values over a configuration.
/// @throws std::invalid_argument naming the flag and what is wrong with its value.
void apply(const SimulateOptions& options, TreeSimulationConfig& config);

}  // namespace freefloat
