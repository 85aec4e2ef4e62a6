#pragma once

#include "spatial/tree/tree_kinematics.h"

namespace freefloat {

/// J of any point: (v_WX; w) = J u, W. 6 x velocity_count(); columns of joints that do not carry the body are
/// zero. It is J_C of Moosavian & Papadopoulos 2004, with base rates w_WB instead of Euler rates.
/// @param body Body that the point belongs to, 0 .. n.
/// @param p_OX The point in frame O, m: see end_point_from_base.
/// @param jacobian Receives the result; allocates nothing when it has the size already.
void compute_point_jacobian(const TreeModel& model, const TreePosture& posture, int body, const Vector3& p_OX,
                            Matrix6X& jacobian) noexcept;
void compute_end_point_jacobian(const TreeModel& model, const TreePosture& posture, int end_point,
                                Matrix6X& jacobian) noexcept;

/// dJ/dt of the same, along the present motion: acceleration of the point (dv_WX/dt; dw/dt) = J u' + J' u.
void compute_point_jacobian_rate(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                                 int body, const Vector3& p_OX, Matrix6X& jacobian_rate) noexcept;

}  // namespace freefloat
