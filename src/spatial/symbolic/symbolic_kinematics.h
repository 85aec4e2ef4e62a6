#pragma once

#include <vector>

#include "spatial/symbolic/definitions.h"
#include "spatial/symbolic/symbolic_tree.h"

namespace freefloat {

/// Kinematics of Moosavian & Papadopoulos 2004 as expressions. Everything is relative to C_0, the base's mass
/// centre, in the base's axes; derivatives by time are those of the inertial vectors, written in these axes.
/// k counts bodies from the base, 0; q'' is zero throughout.
struct SymbolicKinematics {
  struct Body {
    SymbolicMatrix rotation;  ///< A_k = 0_T_1 .. k-1_T_k, from the body's to the base's axes
    SymbolicVector origin;    ///< o_k, of the body's frame
    SymbolicVector centre;    ///< r_Ck, Eq. (16)
    SymbolicVector axis;      ///< z_k of the joint that carries it
    SymbolicVector w;         ///< omega_k, Eq. (4)
    SymbolicVector w_rate;    ///< d omega_k / dt
    SymbolicMatrix second;    ///< B_k = [w_rate x] + [w x]^2: second derivative of any body-fixed x is B_k x
    SymbolicVector at_base;   ///< velocity of the body's point that is now at C_0, extended: Eq. (3b)
    SymbolicVector a_origin;  ///< second derivative of o_k
    SymbolicVector a_centre;  ///< second derivative of r_Ck: sum of d2 r_Ck/dq_s dq_j q_s' q_j'
  };
  std::vector<Body> bodies;
  SymbolicMatrix T0;                       ///< from the base's to the inertial axes
  std::vector<SymbolicVector> turns;       ///< columns of S0, Eq. (20c): d omega_0 / d delta_i'
  std::vector<SymbolicVector> turn_rates;  ///< their derivatives by time

  const Body& body(int k) const { return bodies[k]; }
};

/// @param axis Unit vector.
/// @return The turn by `angle` about it: u u^T + cos (1 - u u^T) + sin [u x].
SymbolicMatrix symbolic_turn(const SymbolicVector& axis, const GiNaC::ex& angle);

/// @param definitions Receives the named quantities.
SymbolicKinematics make_kinematics(const SymbolicTree& tree, Definitions& definitions);

/// @param point Fixed to the body, from C_0.
/// @return Its velocity relative to that of C_0.
SymbolicVector point_velocity(const SymbolicKinematics& kinematics, int body, const SymbolicVector& point);

}  // namespace freefloat
