#pragma once

#include <vector>

#include "drawing/figure.h"
#include "spatial/simulation/inverse_then_forward.h"

namespace freefloat {

/// @return Diagrams of joints, their forces, base, end points and balances over time; with `both` also of
/// what the torques made of the wanted motion.
std::vector<Figure> draw_simulation_plots(const TreeSimulationConfig& config, const SimulationResult& result,
                                          const InverseThenForward* both);

}  // namespace freefloat
