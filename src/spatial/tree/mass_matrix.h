#pragma once

#include "spatial/tree/tree_momentum.h"

namespace freefloat {

/// H of H u' + c = Q by the composite-rigid-body algorithm: kinetic energy is u^T H u / 2.
///
/// For a free base it is `H_quasi`: H of Moosavian & Papadopoulos 2004, Eq. (15), with w_WB instead of Euler
/// rates.
/// @param inertia Of this posture.
/// @param matrix Receives velocity_count() x velocity_count(), kg, kg m, kg m^2; allocates nothing when it
/// has the size already.
void compute_mass_matrix(const TreeModel& model, const TreePosture& posture, const TreeInertia& inertia,
                         Eigen::MatrixXd& matrix) noexcept;

}  // namespace freefloat
