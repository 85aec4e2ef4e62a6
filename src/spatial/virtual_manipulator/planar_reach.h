#pragma once

#include <optional>
#include <vector>

#include "spatial/virtual_manipulator/reach_search.h"
#include "types/joint_vector.h"

namespace freefloat {

/// A virtual manipulator whose joints all turn about parallel axes: links in a plane.
struct PlanarChain {
  std::vector<Vector2> links;  ///< at joint angles 0, in one frame, m; the vehicle's first
  std::vector<double> min;     ///< of the joints, all counted in one sense, rad
  std::vector<double> max;
  double height = 0.0;             ///< of the end above the first joint's plane through VG, m
  double height_from_joint = 0.0;  ///< above the plane through the first virtual joint, m
};

/// @return Nothing when the chain branches, has a prismatic joint, no joint, or axes that are not parallel.
std::optional<PlanarChain> as_planar_chain(const VirtualManipulator& vm);

/// Extreme distances of the end from the start of link `first`, by enumeration of all stationary postures:
/// each joint at a limit, or on the line through the start and the end. An inner distance of zero is only
/// found when the chain is straight there or no joint is limited.
ReachRange enumerate_reach(const PlanarChain& chain, int first);

}  // namespace freefloat
