#pragma once

#include "spatial/symbolic/symbolic_kinematics.h"

namespace freefloat {

/// Zero when new.
using SymbolicRows = Eigen::Matrix<GiNaC::ex, Eigen::Dynamic, Eigen::Dynamic>;

/// H, Eq. (15), N x N. Its sums over the bodies are taken once for each joint: over all bodies that the joint
/// carries, of m_k, m_k r_Ck, and the inertia about C_0.
SymbolicRows make_mass_matrix(const SymbolicTree& tree, const SymbolicKinematics& kinematics,
                              Definitions& definitions);

/// C, Eq. (17a), N. The sum over j of C1_ij q_j' is taken at once: it needs the second derivative of r_Ck by
/// time only. Of (17b) and (17c) the terms with omega_k . I_k together are (d omega_k/d q_i') .
/// (omega_k x I_k omega_k).
std::vector<GiNaC::ex> make_velocity_terms(const SymbolicTree& tree, const SymbolicKinematics& kinematics,
                                           Definitions& definitions);

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
