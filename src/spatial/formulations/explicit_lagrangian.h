#pragma once

#include "spatial/formulations/body_frames.h"
#include "spatial/tree/attitude.h"

namespace freefloat {

/// Explicit Lagrangian dynamics of a free-flyer with several arms: Moosavian & Papadopoulos, "Explicit
/// dynamics of space free-flyers with multiple manipulators via SPACEMAPLE" (2004), Eqs. (15)-(21),
/// (25)-(29), numerically.
///
/// Coordinates q = (R_C0, delta_0, theta), Eq. (7): position of the base's mass centre, Euler angles, joints;
/// N = 6 + n. Written for prismatic joints as well.
struct ExplicitLagrangian {
  Eigen::MatrixXd H;    ///< N x N, Eq. (15)
  Eigen::MatrixXd C1;   ///< N x N, Eq. (17b), corrected: its fifth term vanishes
  Eigen::VectorXd C2;   ///< N, Eq. (17c)
  Eigen::VectorXd C;    ///< N, Eq. (17a): C1 q' + C2
  Eigen::MatrixXd J_Q;  ///< N x N, Eq. (21): Q = J_Q (f_s, n_s in the base's axes; tau)
};

/// @param tree Base kind free, its frame's origin at its mass centre, no gravity.
/// @param q Length N, m and rad.
/// @param rates q', length N.
ExplicitLagrangian compute_explicit_lagrangian(const TreeParameters& tree, EulerSequence sequence,
                                               const Eigen::VectorXd& q, const Eigen::VectorXd& rates);

/// J_C and dJ_C/dt: (v; omega) of an end point, inertial, = J_C q'. 6 x N.
struct TaskJacobian {
  Eigen::MatrixXd J_C;
  Eigen::MatrixXd J_C_rate;
};
TaskJacobian compute_task_jacobian(const TreeParameters& tree, EulerSequence sequence,
                                   const Eigen::VectorXd& q, const Eigen::VectorXd& rates, int end_point);

/// q'' of H q'' + C = J_Q (f_s, n_s, tau), Eqs. (8), (10).
/// @param forces (f_s, n_s, tau): N and N m in the base's axes, joints.
Eigen::VectorXd solve_accelerations(const ExplicitLagrangian& dynamics, const Eigen::VectorXd& forces);

}  // namespace freefloat
