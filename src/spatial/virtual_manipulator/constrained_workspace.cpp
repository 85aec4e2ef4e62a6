#include "spatial/virtual_manipulator/constrained_workspace.h"

#include <algorithm>
#include <cmath>

#include "spatial/virtual_manipulator/planar_reach.h"
#include "spatial/virtual_manipulator/reach_search.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kClosed = 1e-9;  // of the reach: a search that ends so near has found the distance zero

}  // namespace

ConstrainedWorkspace compute_constrained_workspace(const VirtualManipulator& vm, VehicleAttitude attitude) {
  const bool any = attitude == VehicleAttitude::kAny;
  const int first = any ? 0 : 1;
  ConstrainedWorkspace workspace;
  if (!any) workspace.centre = vm.links[0].V;

  const std::optional<PlanarChain> plane = as_planar_chain(vm);
  const ReachRange searched = search_reach(vm, first);
  ReachRange range = searched;
  if (plane) {
    range = enumerate_reach(*plane, first);
    workspace.exact = true;
    const double height = std::abs(any ? plane->height : plane->height_from_joint);
    if (searched.inner < height + kClosed * range.outer) range.inner = height;
  } else if (searched.inner < kClosed * std::min(searched.outer, 1.0)) {
    range.inner = 0.0;
  }
  workspace.inner = range.inner;
  workspace.outer = range.outer;
  const VirtualManipulator::Link& joint = vm.links[vm.outward.front()];
  workspace.every_direction = any || (plane && joint.max - joint.min >= 2.0 * kPi);
  return workspace;
}

std::optional<std::vector<ReachRange>> reach_at_every_attitude(const VirtualManipulator& vm,
                                                               const ConstrainedWorkspace& fixed) {
  const std::optional<PlanarChain> plane = as_planar_chain(vm);
  const double height =
      plane ? std::max(std::abs(plane->height), std::abs(plane->height_from_joint)) : fixed.outer;
  if (!plane || !fixed.every_direction || height > kClosed * fixed.outer) return std::nullopt;
  const double way = fixed.centre.norm();
  const double outer = fixed.outer - way;
  std::vector<ReachRange> ranges;
  const double disc = std::min(way - fixed.inner, outer);
  if (disc > 0.0 && fixed.inner > 0.0) ranges.push_back({0.0, disc});
  // Without a hole the disc goes on as the ring.
  const double inner = fixed.inner > 0.0 ? way + fixed.inner : 0.0;
  if (outer > inner) ranges.push_back({inner, outer});
  return ranges;
}

}  // namespace freefloat
