#pragma once

#include "spatial/tree/tree_kinematics.h"

namespace freefloat {

/// Working memory of the articulated-body algorithm. Sized once.
struct ArticulatedBodies {
  explicit ArticulatedBodies(const TreeModel& model);

  struct Body {
    Matrix6 inertia;        ///< that the body shows at its joint, frame O
    Vector6 bias;           ///< wrench that it needs without being accelerated
    Vector6 joint_inertia;  ///< inertia * S_i
    Vector6 acceleration;
    double per_joint_inertia;  ///< 1 / (S_i . inertia * S_i)
    double joint_force;        ///< what is left of the joint's force to accelerate it
  };
  std::vector<Body> bodies;
};

/// Forward dynamics by the articulated-body algorithm, O(n): u' of H u' + c = Q, gravity of the model
/// included.
/// @param forces Q, length velocity_count(): force and moment on the base at its origin, W, as far as it can
/// move, N and N m; joint torques, N m, or forces, N.
/// @param accelerations Receives u', the same length: (dv_WB/dt, dw_WB/dt, joints), m/s^2 and rad/s^2.
void compute_forward_dynamics(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                              const Eigen::VectorXd& forces, ArticulatedBodies& work,
                              Eigen::VectorXd& accelerations) noexcept;

}  // namespace freefloat
