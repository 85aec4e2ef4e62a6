#pragma once

#include <string>

#include "spatial/simulation/inverse_then_forward.h"

namespace freefloat {

/// @param both When the torques came from inverse dynamics: `result` then is its forward simulation.
/// @return The report as one HTML page that needs nothing else: the motion that plays, and diagrams over
/// time.
std::string make_simulation_report(const TreeSimulationConfig& config, const SimulationResult& result,
                                   const InverseThenForward* both = nullptr);

}  // namespace freefloat
