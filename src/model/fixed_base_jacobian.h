#pragma once

#include "model/posture.h"

namespace freefloat {

/// The hand's Jacobian of an ordinary robot, whose base stands still: d p_BE / d phi, 2 x n, m. What a
/// free-floating robot's hand does by it is off by what its satellite gives way.
PointJacobian compute_fixed_base_jacobian(const PlanarModel& model, const Posture& posture);

}  // namespace freefloat
