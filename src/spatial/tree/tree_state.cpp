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

}  // namespace freefloat
