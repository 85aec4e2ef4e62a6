#pragma once

#include "spatial/virtual_manipulator/virtual_manipulator.h"

namespace freefloat {

/// Distances between two points of a virtual manipulator, m.
struct ReachRange {
  double inner = 0.0;
  double outer = 0.0;
};

/// Extreme distances of the VM's end from the start of virtual link `first`, by coordinate search from fixed
/// starts: for one joint alone the squared distance is A + B cos q + C sin q, or a parabola, whose extremes
/// within the limits are known.
/// @param first 0: from VG; 1: from the end of the vehicle's virtual link.
ReachRange search_reach(const VirtualManipulator& vm, int first);

}  // namespace freefloat
