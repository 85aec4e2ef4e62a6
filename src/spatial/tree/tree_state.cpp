#include "spatial/tree/tree_state.h"

namespace freefloat {

void constrain_base(const TreeModel& model, TreeState& state) {
  Vector6 kept = Vector6::Zero();
  const Vector6 twist = join(state.v_WB, state.w_WB);
  for (int i = 0; i < model.base_freedoms(); ++i)
    kept[model.base_component(i)] = twist[model.base_component(i)];
  state.v_WB = kept.head<3>();
  state.w_WB = kept.tail<3>();
}

void get_velocities(const TreeModel& model, const TreeState& state, Eigen::VectorXd& u) {
  u.resize(model.velocity_count());
  const Vector6 twist = join(state.v_WB, state.w_WB);
  for (int i = 0; i < model.base_freedoms(); ++i) u[i] = twist[model.base_component(i)];
  u.tail(model.joint_count()) = state.joint_rates;
}

void set_velocities(const TreeModel& model, const Eigen::VectorXd& u, TreeState& state) {
  Vector6 twist = Vector6::Zero();
  for (int i = 0; i < model.base_freedoms(); ++i) twist[model.base_component(i)] = u[i];
  state.v_WB = twist.head<3>();
  state.w_WB = twist.tail<3>();
  state.joint_rates = u.tail(model.joint_count());
}

}  // namespace freefloat
