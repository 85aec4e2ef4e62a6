#include "spatial/tree/forward_dynamics.h"

#include <Eigen/Cholesky>

namespace freefloat {

namespace {

/// Twist rate of the base under what is left of the outside wrench.
Vector6 accelerate_base(const TreeModel& model, const Matrix6& inertia, const Vector6& missing) {
  switch (model.base_kind()) {
    case BaseKind::kFree:
      return inertia.llt().solve(missing);
    case BaseKind::kPlanar: {
      Matrix3 reduced;
      Vector3 right;
      for (int i = 0; i < 3; ++i) {
        right[i] = missing[model.base_component(i)];
        for (int j = 0; j < 3; ++j) reduced(i, j) = inertia(model.base_component(i), model.base_component(j));
      }
      const Vector3 rate = reduced.llt().solve(right);
      return join({rate[0], rate[1], 0.0}, {0.0, 0.0, rate[2]});
    }
    case BaseKind::kSpherical:
      return join(Vector3::Zero(), inertia.bottomRightCorner<3, 3>().llt().solve(missing.tail<3>()));
    case BaseKind::kFixed:
      break;
  }
  return Vector6::Zero();
}

}  // namespace

ArticulatedBodies::ArticulatedBodies(const TreeModel& model) : bodies(model.body_count()) {}

void compute_forward_dynamics(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                              const Eigen::VectorXd& forces, ArticulatedBodies& work,
                              Eigen::VectorXd& accelerations) noexcept {
  const int base = model.base_freedoms();
  const int count = model.body_count();
  ArticulatedBodies::Body* const bodies = work.bodies.data();
  for (int i = 0; i < count; ++i) {
    const SpatialInertia& own = posture.bodies[i].inertia;
    const Vector6& twist = motion.bodies[i].twist;
    own.fill(bodies[i].inertia);
    bodies[i].bias = cross_force(twist, own * twist);
  }
  for (const int i : model.inward()) {
    const Vector6& s = posture.bodies[i].joint_twist;
    ArticulatedBodies::Body& body = bodies[i];
    ArticulatedBodies::Body& parent = bodies[model.parent(i)];
    const Vector6& bias = motion.bodies[i].bias;
    // One pass over the inertia for both products, one to hand on what the joint lets through.
    Vector6 joint_inertia = body.inertia.col(0) * s[0];
    Vector6 needed = body.bias + body.inertia.col(0) * bias[0];
    for (int k = 1; k < 6; ++k) {
      joint_inertia += body.inertia.col(k) * s[k];
      needed += body.inertia.col(k) * bias[k];
    }
    const double per_joint_inertia = 1.0 / s.dot(joint_inertia);
    const double joint_force = forces[base + i - 1] - s.dot(body.bias);
    const Vector6 scaled = joint_inertia * per_joint_inertia;
    for (int k = 0; k < 6; ++k) parent.inertia.col(k) += body.inertia.col(k) - scaled * joint_inertia[k];
    parent.bias += needed + scaled * (joint_force - joint_inertia.dot(bias));
    body.joint_inertia = joint_inertia;
    body.per_joint_inertia = per_joint_inertia;
    body.joint_force = joint_force;
  }

  Vector6 outside = -bodies[0].bias;
  for (int i = 0; i < base; ++i) outside[model.base_component(i)] += forces[i];
  // Weights act like an acceleration of everything against gravity; it is taken off again at the end.
  const Vector6 gravity = join(model.parameters().gravity, Vector3::Zero());
  const Vector6 base_rate = accelerate_base(model, bodies[0].inertia, outside + bodies[0].inertia * gravity);
  bodies[0].acceleration = base_rate - gravity;
  for (const int i : model.outward()) {
    ArticulatedBodies::Body& body = bodies[i];
    body.acceleration = bodies[model.parent(i)].acceleration + motion.bodies[i].bias;
    const double rate_change =
        (body.joint_force - body.joint_inertia.dot(body.acceleration)) * body.per_joint_inertia;
    body.acceleration += posture.bodies[i].joint_twist * rate_change;
    accelerations[base + i - 1] = rate_change;
  }
  const Vector6& twist = motion.bodies[0].twist;
  Vector6 base_acceleration = base_rate;
  base_acceleration.head<3>() += twist.tail<3>().cross(twist.head<3>());
  for (int i = 0; i < base; ++i) accelerations[i] = base_acceleration[model.base_component(i)];
}

}  // namespace freefloat
