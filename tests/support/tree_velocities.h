#pragma once

#include "spatial/tree/tree_kinematics.h"

namespace freefloat {

/// @param u Receives the generalized velocities; length velocity_count().
inline void get_velocities(const TreeModel& model, const TreeState& state, Eigen::VectorXd& u) {
  u.resize(model.velocity_count());
  const Vector6 twist = join(state.v_WB, state.w_WB);
  for (int i = 0; i < model.base_freedoms(); ++i) u[i] = twist[model.base_component(i)];
  u.tail(model.joint_count()) = state.joint_rates;
}

/// Sets the velocities of the state from u.
inline void set_velocities(const TreeModel& model, const Eigen::VectorXd& u, TreeState& state) {
  Vector6 twist = Vector6::Zero();
  for (int i = 0; i < model.base_freedoms(); ++i) twist[model.base_component(i)] = u[i];
  state.v_WB = twist.head<3>();
  state.w_WB = twist.tail<3>();
  state.joint_rates = u.tail(model.joint_count());
}

/// @param offset From the body's origin, user's axes of the body, m.
/// @return The point in frame O, W's axes, m.
inline Vector3 point_from_base(const TreeModel& model, const TreePosture& posture, int body,
                               const Vector3& offset) {
  const Pose pose = body_pose(model, posture, body);
  return pose.position - posture.origin + pose.rotation * offset;
}

}  // namespace freefloat
