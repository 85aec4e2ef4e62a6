#pragma once

#include <Eigen/Core>

#include "spatial/tree/tree_parameters.h"

namespace freefloat {

/// H and C of H q'' + C = Q, from nothing but the kinetic energy.
struct EnergyLagrange {
  Eigen::MatrixXd H;  ///< N x N, kg, kg m, kg m^2
  Eigen::VectorXd C;  ///< N, N and N m
};

/// The simple program that Moosavian & Papadopoulos 2004, Sec. 6, verify theirs with: the kinetic energy,
/// Eq. (6), put directly into Lagrange's equations, Eq. (1). The derivatives are exact: the energy is
/// computed with numbers that carry their first and second derivatives. It shares no code with the other
/// models.
/// @param tree Base free, its frame in its mass centre, no gravity.
/// @param q Position of the base's mass centre, m; Euler angles, T0 = Rz Ry Rx, rad; joints, rad or m.
/// @param rates q'.
EnergyLagrange differentiate_energy(const TreeParameters& tree, const Eigen::VectorXd& q,
                                    const Eigen::VectorXd& rates);

}  // namespace freefloat
