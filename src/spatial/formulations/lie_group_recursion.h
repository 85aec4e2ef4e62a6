#pragma once

#include "spatial/tree/spatial.h"

namespace freefloat {

/// Dynamics of an arm on a fixed base in the recursive Lie-group form: Korczyk et al., "Modeling of an
/// On-Orbit Maintenance Robotic Arm Test-Bed" (2021), Eqs. (1)-(7), after Ploen and Park. Written for trees
/// and prismatic joints as well.
///
/// As in the paper, twists are (omega; v) here, of the link's frame origin in the link's axes.
struct LieGroupDynamics {
  Eigen::MatrixXd M;    ///< n x n, Eq. (2)
  Eigen::MatrixXd C;    ///< n x n, Eq. (5), with ad*_V = -ad_V^T: the minus sign is missing in Eq. (4)
  Eigen::VectorXd phi;  ///< n, Eq. (6): gravity
};

/// @param tree Base kind fixed, its frame being W's.
/// @param q Joint coordinates, length n.
LieGroupDynamics compute_lie_group_dynamics(const TreeParameters& tree, const Eigen::VectorXd& q,
                                            const Eigen::VectorXd& rates);

/// tau of Eq. (1).
Eigen::VectorXd joint_torques(const LieGroupDynamics& dynamics, const Eigen::VectorXd& rates,
                              const Eigen::VectorXd& accelerations);

}  // namespace freefloat
