#pragma once

#include "spatial/symbolic/symbolic_dynamics.h"

namespace freefloat {

/// J_Q, Eq. (21), N x N: generalized forces = J_Q (f_s, n_s in the base's axes; tau). A planar base has
/// (f_x, f_y, n_z).
SymbolicRows make_force_matrix(const SymbolicTree& tree, const SymbolicKinematics& kinematics);

/// J_C and dJ_C/dt, 6 x N: (v; omega) of an end point, inertial, = J_C q'.
struct SymbolicTask {
  SymbolicRows jacobian;
  SymbolicRows rate;
};
SymbolicTask make_task_jacobian(const SymbolicTree& tree, const SymbolicKinematics& kinematics, int end_point,
                                Definitions& definitions);

}  // namespace freefloat
