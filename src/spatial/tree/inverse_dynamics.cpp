#include "spatial/tree/inverse_dynamics.h"

namespace freefloat {

namespace {

/// (dv_WB/dt; dw_WB/dt) to the acceleration of the twist in frame O, which counts at a point that stands
/// still in W.
Vector6 to_twist_rate(const Vector6& acceleration, const Vector6& twist) {
  Vector6 rate = acceleration;
  rate.head<3>() -= twist.tail<3>().cross(twist.head<3>());
  return rate;
}

/// What every body needs besides its joints' forces: outwards accelerations, inwards sums of wrenches.
/// @param joint_accelerations Null: all zero.
/// @param moving Whether velocities count.
void run_newton_euler(const TreeModel& model, const TreePosture& posture, const TreeMotion* motion,
                      const Vector6& base_rate, const double* joint_accelerations, const Vector3& gravity,
                      TreeForces& work) noexcept {
  TreeForces::Body* const bodies = work.bodies.data();
  // Falling freely needs no force: instead of weights, everything is accelerated against gravity.
  bodies[0].acceleration = base_rate;
  bodies[0].acceleration.head<3>() -= gravity;
  const auto find_wrench = [&](int i) {
    const SpatialInertia& inertia = posture.bodies[i].inertia;
    bodies[i].wrench = inertia * bodies[i].acceleration;
    if (motion == nullptr) return;
    const Vector6& twist = motion->bodies[i].twist;
    bodies[i].wrench += cross_force(twist, inertia * twist);
  };
  find_wrench(0);
  for (const int i : model.outward()) {
    Vector6& acceleration = bodies[i].acceleration;
    acceleration = bodies[model.parent(i)].acceleration;
    if (joint_accelerations != nullptr) {
      acceleration += posture.bodies[i].joint_twist * joint_accelerations[i - 1];
    }
    if (motion != nullptr) acceleration += motion->bodies[i].bias;
    find_wrench(i);
  }
  for (const int i : model.inward()) bodies[model.parent(i)].wrench += bodies[i].wrench;
}

void collect_forces(const TreeModel& model, const TreePosture& posture, const TreeForces& work,
                    Eigen::VectorXd& forces) noexcept {
  const int base = model.base_freedoms();
  forces.resize(model.velocity_count());
  for (int i = 0; i < base; ++i) forces[i] = work.bodies[0].wrench[model.base_component(i)];
  for (int i = 1; i < model.body_count(); ++i) {
    forces[base + i - 1] = posture.bodies[i].joint_twist.dot(work.bodies[i].wrench);
  }
}

Vector6 spread_base(const TreeModel& model, const double* values) {
  Vector6 full = Vector6::Zero();
  for (int i = 0; i < model.base_freedoms(); ++i) full[model.base_component(i)] = values[i];
  return full;
}

}  // namespace

TreeForces::TreeForces(const TreeModel& model) : bodies(model.body_count()) {}

void compute_inverse_dynamics(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                              const Eigen::VectorXd& accelerations, TreeForces& work,
                              Eigen::VectorXd& forces) noexcept {
  const Vector6 base = to_twist_rate(spread_base(model, accelerations.data()), motion.bodies[0].twist);
  run_newton_euler(model, posture, &motion, base, accelerations.data() + model.base_freedoms(),
                   model.parameters().gravity, work);
  collect_forces(model, posture, work, forces);
}

Vector6 point_acceleration(const TreeModel& model, const TreeMotion& motion, const TreeForces& work, int body,
                           const Vector3& p_OX) noexcept {
  Vector6 rate = work.bodies[body].acceleration;
  rate.head<3>() += model.parameters().gravity;
  const Vector6 twist = point_twist(motion, body, p_OX);
  rate.head<3>() += rate.tail<3>().cross(p_OX) + twist.tail<3>().cross(twist.head<3>());
  return rate;
}

Vector6 base_reaction(const TreeModel& model, const Vector6& applied, const TreeForces& work) noexcept {
  Vector6 reaction = work.bodies[0].wrench - applied;
  for (int i = 0; i < model.base_freedoms(); ++i) reaction[model.base_component(i)] = 0.0;
  return reaction;
}

void compute_velocity_terms(const TreeModel& model, const TreePosture& posture, const TreeMotion& motion,
                            TreeForces& work, Eigen::VectorXd& terms) noexcept {
  const Vector6 base = to_twist_rate(Vector6::Zero(), motion.bodies[0].twist);
  run_newton_euler(model, posture, &motion, base, nullptr, Vector3::Zero(), work);
  collect_forces(model, posture, work, terms);
}

void compute_gravity_terms(const TreeModel& model, const TreePosture& posture, TreeForces& work,
                           Eigen::VectorXd& terms) noexcept {
  run_newton_euler(model, posture, nullptr, Vector6::Zero(), nullptr, model.parameters().gravity, work);
  collect_forces(model, posture, work, terms);
}

void compute_floating_inverse_dynamics(const TreeModel& model, const TreePosture& posture,
                                       const TreeMotion& motion, const TreeInertia& inertia,
                                       const Eigen::VectorXd& joint_accelerations, const Vector6& base_wrench,
                                       TreeForces& work, Eigen::VectorXd& joint_forces,
                                       Vector6& base_acceleration) noexcept {
  const Vector6 still = to_twist_rate(Vector6::Zero(), motion.bodies[0].twist);
  run_newton_euler(model, posture, &motion, still, joint_accelerations.data(), model.parameters().gravity,
                   work);
  // What is missing to the outside wrench accelerates the whole tree as one body.
  const BaseResponse response(model, inertia.bodies[0].outboard);
  base_acceleration = response.twist_of(base_wrench - work.bodies[0].wrench);
  joint_forces.resize(model.joint_count());
  for (int i = 1; i < model.body_count(); ++i) {
    joint_forces[i - 1] = posture.bodies[i].joint_twist.dot(work.bodies[i].wrench) +
                          inertia.bodies[i].joint_momentum.dot(base_acceleration);
  }
}

}  // namespace freefloat
