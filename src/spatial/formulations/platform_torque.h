#pragma once

#include "spatial/formulations/body_frames.h"

namespace freefloat {

/// Torque about a spherical air bearing: Korczyk et al., "Modeling of an On-Orbit Maintenance Robotic Arm
/// Test-Bed" (2021), Sec. 5, W, N m.
struct PlatformTorque {
  Vector3 inertial = Vector3::Zero();       ///< sum of dH_oi/dt, Eqs. (14)-(19)
  Vector3 weight_moment = Vector3::Zero();  ///< sum of r_i x m_i g, Eq. (20)

  /// @return tau_o, Eq. (21): the torque that the platform must get so that everything moves as given. F of
  /// the paper's Eqs. (20), (21) is the force that supports a link, -m g.
  Vector3 total() const { return inertial - weight_moment; }
};

/// Corrected: the angular momentum of a link about the bearing is H_oi = I_i omega_i + m_i r_i x r_i', not
/// that of a body which turns about the bearing as Eq. (14) has it; then dH_oi/dt = I_i omega_i' + omega_i x
/// I_i omega_i
/// + m_i r_i x r_i''. The platform may turn, too.
/// @param tree Base kind spherical; its base is platform and control box, its frame's origin the bearing.
PlatformTorque compute_platform_torque(const TreeParameters& tree, const BodyMotion& motion);

}  // namespace freefloat
