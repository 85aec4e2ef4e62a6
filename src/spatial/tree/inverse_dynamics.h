#pragma once

#include "spatial/tree/tree_momentum.h"

namespace freefloat {

/// Working memory of the functions below. Sized once.
struct TreeForces {
  explicit TreeForces(const TreeModel& model);

  struct Body {
    Vector6 acceleration;  ///< of the body, frame O
    Vector6 wrench;        ///< that the joint must transmit to it, frame O
  };
  std::vector<Body> bodies;
};

/// Inverse dynamics by recursive Newton and Euler, O(n): Q = H u' + c, gravity of the model included.
/// @param accelerations u', length velocity_count(): (dv_WB/dt, dw_WB/dt, joints) as far as the base can
/// move.
/// @param forces Receives Q, same length: force and moment on the base at its origin, W, N and N m, as far as
/// it can move; joint torques, N m, or forces, N.
void compute_inverse_dynamics(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                              const Eigen::VectorXd& accelerations, TreeForces& work,
                              Eigen::VectorXd& forces) noexcept;

/// @param work After compute_inverse_dynamics of the motion.
/// @return (dv_WX/dt; dw/dt) of a point of the body in that motion, W, m/s^2 and rad/s^2.
Vector6 point_acceleration(const TreeModel& model, const TreeMotion& motion, const TreeForces& work, int body,
                           const Vector3& p_OX) noexcept;

/// What holds a base in the ways in which it cannot move: the foundation of a fixed one, the table under a
/// planar one, the bearing of a spherical one.
/// @param applied (force; moment) on the base at its origin from outside, W, N and N m.
/// @param work After compute_inverse_dynamics of the motion.
/// @return (force; moment) on the base at its origin, W, N and N m; weights included, a fixed base's own as
/// well. Zero for a free base.
Vector6 base_reaction(const TreeModel& model, const Vector6& applied, const TreeForces& work) noexcept;

/// c of H u' + c = Q without gravity: C of Moosavian & Papadopoulos 2004, Eq. (17), for the velocities u.
void compute_velocity_terms(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                            TreeForces& work, Eigen::VectorXd& terms) noexcept;

/// Q that holds the tree at rest against gravity.
void compute_gravity_terms(const TreeModel& model, const TreePosture& posture, TreeForces& work,
                           Eigen::VectorXd& terms) noexcept;

/// Inverse dynamics of a free-floating robot: only the joint accelerations are chosen, the base answers.
/// @param inertia Of this posture.
/// @param joint_accelerations Length n, rad/s^2 or m/s^2.
/// @param base_wrench (force; moment) on the base at its origin from outside, W, N and N m.
/// @param joint_forces Receives the torques, length n, N m or N.
/// @param base_acceleration Receives (dv_WB/dt; dw_WB/dt), W.
void compute_floating_inverse_dynamics(const TreeModel& model, const TreePosture& posture,
                                       const TreeMotion& motion, const TreeInertia& inertia,
                                       const Eigen::VectorXd& joint_accelerations, const Vector6& base_wrench,
                                       TreeForces& work, Eigen::VectorXd& joint_forces,
                                       Vector6& base_acceleration) noexcept;

}  // namespace freefloat
