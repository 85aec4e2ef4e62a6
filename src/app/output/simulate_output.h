#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "spatial/simulation/inverse_then_forward.h"
#include "spatial/simulation/mujoco_check.h"

namespace freefloat {

// What `freefloat simulate` prints, for people and as JSON.

/// What a call of the command has computed.
struct SimulationOutput {
  const TreeSimulationConfig& config;
  const SimulationResult& result;
  const InverseThenForward* both = nullptr;  ///< when inverse dynamics came first
  std::optional<MujocoComparison> mujoco{};
};

std::string format_simulation(const SimulationOutput& output);
nlohmann::ordered_json simulation_to_json(const SimulationOutput& output);

}  // namespace freefloat
