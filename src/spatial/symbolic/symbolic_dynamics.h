#pragma once

#include "spatial/symbolic/symbolic_kinematics.h"

namespace freefloat {

/// How a generalized rate q_i' moves the bodies that it moves: velocity of a point r is v + w x r. By (3b)
/// and d r'/d q_i' = d r/d q_i (A.3) these two hold all first derivatives of Eqs. (15), (17).
struct SymbolicColumn {
  SymbolicVector v;  ///< of the point at C_0, base axes
  SymbolicVector w;  ///< d omega_k / d q_i', Eqs. (28), (29)
};

/// @return The column of q_i', i = coordinate, found by differentiation of the velocities by q_i'. Those of
/// the base's position are zero: R_C0 is no part of r.
SymbolicColumn make_column(const SymbolicTree& tree, const SymbolicKinematics& kinematics, int coordinate,
                           Definitions& definitions);

/// @return Body that coordinate i moves first: 0 for those of the base.
int first_body_of(const SymbolicTree& tree, int coordinate);

/// @return Whether coordinate i moves the body.
bool moves(const SymbolicTree& tree, int coordinate, int body);

using SymbolicRows = std::vector<std::vector<GiNaC::ex>>;

/// H, Eq. (15), N x N. Its sums over the bodies are taken once for each joint: over all bodies that the joint
/// carries, of m_k, m_k r_Ck, and the inertia about C_0.
SymbolicRows make_mass_matrix(const SymbolicTree& tree, const SymbolicKinematics& kinematics,
                              Definitions& definitions);

/// C, Eq. (17a), N. The sum over j of C1_ij q_j' is taken at once: it needs the second derivative of r_Ck by
/// time only. Of (17b) and (17c) the terms with omega_k . I_k together are (d omega_k/d q_i') .
/// (omega_k x I_k omega_k).
std::vector<GiNaC::ex> make_velocity_terms(const SymbolicTree& tree, const SymbolicKinematics& kinematics,
                                           Definitions& definitions);

}  // namespace freefloat
