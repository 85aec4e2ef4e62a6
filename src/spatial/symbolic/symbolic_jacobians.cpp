#include "spatial/symbolic/symbolic_jacobians.h"

#include <fmt/format.h>

namespace freefloat {

namespace {

SymbolicRows zeros(int rows, int columns) {
  return SymbolicRows(static_cast<std::size_t>(rows),
                      std::vector<GiNaC::ex>(static_cast<std::size_t>(columns)));
}

/// Writes a column (linear; angular), turned to the inertial axes.
void set_column(const SymbolicMatrix& T0, int column, const SymbolicVector& linear,
                const SymbolicVector& angular, SymbolicRows& rows) {
  const SymbolicVector v = T0 * linear;
  const SymbolicVector w = T0 * angular;
  for (int i = 0; i < 3; ++i) {
    rows[i][column] = v[i];
    rows[3 + static_cast<std::size_t>(i)][column] = w[i];
  }
}

}  // namespace

SymbolicRows make_force_matrix(const SymbolicTree& tree, const SymbolicKinematics& kinematics) {
  SymbolicRows j_q = zeros(tree.size(), tree.size());
  const auto at = [&](int i, int j) -> GiNaC::ex& { return j_q[i][j]; };
  const int shifts = tree.base_shifts();
  for (int i = 0; i < shifts; ++i) {
    for (int j = 0; j < shifts; ++j) at(i, j) = kinematics.T0(i, j);
  }
  for (int i = shifts; i < tree.base_freedoms(); ++i) {
    const SymbolicVector& turn = kinematics.turns[i - shifts];
    if (tree.base_kind == BaseKind::kPlanar) {
      at(i, shifts) = turn[2];
    } else {
      for (int j = 0; j < 3; ++j) at(i, shifts + j) = turn[j];
    }
  }
  for (int i = tree.base_freedoms(); i < tree.size(); ++i) at(i, i) = 1;
  return j_q;
}

SymbolicTask make_task_jacobian(const SymbolicTree& tree, const SymbolicKinematics& kinematics, int end_point,
                                Definitions& definitions) {
  const SymbolicTree::End& end = tree.end_points[end_point];
  const SymbolicKinematics::Body& carrier = kinematics.body(end.body);
  const std::string id = fmt::format("E{}", end_point + 1);
  const SymbolicVector tip = definitions.name(
      "r" + id, carrier.origin + definitions.name("d" + id, carrier.rotation * end.position));
  const SymbolicVector tip_velocity = definitions.name("v" + id, point_velocity(kinematics, end.body, tip));

  SymbolicTask task{zeros(6, tree.size()), zeros(6, tree.size())};
  for (int i = 0; i < tree.base_shifts(); ++i) task.jacobian[i][i] = 1;
  for (int i = tree.base_shifts(); i < tree.size(); ++i) {
    if (!moves(tree, i, end.body)) continue;
    const int joint = first_body_of(tree, i);
    const std::string at = fmt::format("{}_{}", id, i);
    const SymbolicVector axis = make_column(tree, kinematics, i, definitions).w;
    if (joint > 0 && tree.joint(joint).kind == JointKind::kPrismatic) {
      const SymbolicVector& along = kinematics.body(joint).axis;
      const SymbolicVector& w = kinematics.body(joint).w;
      set_column(kinematics.T0, i, along, axis, task.jacobian);
      set_column(kinematics.T0, i, definitions.name("zr" + at, cross(w, along)), axis, task.rate);
      continue;
    }
    // Turns of the base have their centre in C_0, those of a joint in its link's origin.
    const SymbolicVector centre = joint > 0 ? kinematics.body(joint).origin : SymbolicVector{};
    const SymbolicVector centre_velocity = joint > 0 ? point_velocity(kinematics, joint, centre) : centre;
    const SymbolicVector axis_rate = joint > 0 ? cross(kinematics.body(tree.joint(joint).parent).w, axis)
                                               : kinematics.turn_rates[i - tree.base_shifts()];
    const SymbolicVector turned = definitions.name("zr" + at, axis_rate);
    const SymbolicVector arm = definitions.name("l" + at, tip - centre);
    const SymbolicVector arm_rate =
        definitions.name("lr" + at, tip_velocity - definitions.name("vo" + at, centre_velocity));
    const SymbolicVector column = definitions.name("x" + at, cross(axis, arm));
    const SymbolicVector column_rate =
        definitions.name("xr" + at, cross(turned, arm) + cross(axis, arm_rate));
    set_column(kinematics.T0, i, column, axis, task.jacobian);
    set_column(kinematics.T0, i, column_rate, turned, task.rate);
  }
  return task;
}

}  // namespace freefloat
