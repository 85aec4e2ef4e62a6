#pragma once

#include <string>

#include "spatial/simulation/tree_simulation_config.h"

namespace freefloat {

/// @param p_WB, R_WB Where a planar or spherical base stands at its coordinates 0, and a fixed one for good.
/// @param timestep Of MuJoCo's steps, s.
/// @return The tree as a MuJoCo model (MJCF): no shapes, so no contacts; no damping; integrator RK4, since
/// the default one loses momentum.
std::string make_mjcf(const TreeParameters& tree, const Vector3& p_WB, const Matrix3& R_WB, double timestep);

}  // namespace freefloat
