#pragma once

#include <vector>

#include "spatial/virtual_manipulator/joint_cycle.h"

namespace freefloat {

/// Turn of the vehicle while the joints move along straight lines at zero momentum: R' = R [G Theta' x],
/// integrated with an adaptive Runge-Kutta method of order 7(8), tolerance 1e-13.
/// @param corners Joint angles that the path leads through, its start first, rad or m.
/// @return R_start^T R_end: from the vehicle's axes after the path to those before. Does not depend on the
/// attitude at the start.
Matrix3 integrate_joint_path(VehicleResponse& response, const std::vector<Eigen::VectorXd>& corners);

/// A of Dubowsky & Vafa 1987, Eq. (14): what one cycle leaves behind, exactly.
Matrix3 integrate_joint_cycle(VehicleResponse& response, const Eigen::VectorXd& joints,
                              const JointCycle& cycle);

/// @return A^m of Eq. (15); m >= 0.
Matrix3 repeat_turn(const Matrix3& turn, int times);

}  // namespace freefloat
