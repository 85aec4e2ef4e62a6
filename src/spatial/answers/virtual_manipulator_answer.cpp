#include "spatial/answers/virtual_manipulator_answer.h"

#include <cmath>

#include "spatial/tree/tree_momentum.h"
#include "spatial/virtual_manipulator/constrained_workspace.h"

namespace freefloat {

namespace {

/// @return [inner, outer].
OrderedJson to_range(double inner, double outer) {
  OrderedJson range{inner, outer};
  if (std::isinf(outer)) range[1] = nullptr;
  return range;
}

Vector3 mass_centre(const TreeModel& model, const TreeState& state) {
  TreePosture posture(model);
  TreeMotion motion(model);
  compute_posture(model, state, posture);
  compute_motion(model, posture, state, motion);
  return compute_totals(model, posture, motion).p_WG;
}

OrderedJson to_json(const VirtualManipulator& vm, const TreeParameters& tree) {
  OrderedJson links = OrderedJson::object();
  for (std::size_t i = 0; i < vm.links.size(); ++i) {
    const VirtualManipulator::Link& link = vm.links[i];
    OrderedJson& json = links[tree.body(static_cast<int>(i)).name];
    json["D_m"] = to_array(link.D);
    json["H_m"] = to_array(link.H);
    json["V_m"] = to_array(link.V);
    if (i > 0 && link.kind == JointKind::kPrismatic) json["translation_ratio"] = link.translation_ratio;
  }
  return links;
}

}  // namespace

OrderedJson answer_virtual_manipulators(const TreeModel& model, const TreeState& state) {
  const Vector3 ground = mass_centre(model, state);
  OrderedJson answer;
  answer["virtual_ground_m"] = to_array(ground);
  for (int i = 0; i < model.end_point_count(); ++i) {
    const VirtualManipulator vm = make_virtual_manipulator(model, i);
    OrderedJson& point = answer[model.end_point(i).name];
    point["links"] = to_json(vm, model.parameters());
    for (const Vector3& place : place_virtual_links(vm, state.R_WB, state.joints))
      point["points_m"].push_back(to_array(Vector3(ground + place)));
  }
  return answer;
}

OrderedJson answer_workspaces(const TreeModel& model) {
  OrderedJson answer = OrderedJson::object();
  for (int i = 0; i < model.end_point_count(); ++i) {
    const VirtualManipulator vm = make_virtual_manipulator(model, i);
    const ConstrainedWorkspace any = compute_constrained_workspace(vm, VehicleAttitude::kAny);
    const ConstrainedWorkspace fixed = compute_constrained_workspace(vm, VehicleAttitude::kFixed);
    OrderedJson& point = answer[model.end_point(i).name];
    point["reachable_m"] = to_range(any.inner, any.outer);
    point["constrained_m"] = to_range(fixed.inner, fixed.outer);
    point["constrained_centre_m"] = to_array(fixed.centre);
    point["constrained_in_every_direction"] = fixed.every_direction;
    point["at_every_attitude_m"] = nullptr;
    if (const auto ranges = reach_at_every_attitude(vm, fixed)) {
      point["at_every_attitude_m"] = OrderedJson::array();
      for (const ReachRange& range : *ranges)
        point["at_every_attitude_m"].push_back(to_range(range.inner, range.outer));
    }
    point["exact"] = any.exact && fixed.exact;
  }
  return answer;
}

}  // namespace freefloat
