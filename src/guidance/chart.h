#pragma once

#include "guidance/task_space.h"
#include "types/cycle.h"

namespace freefloat {

/// Hand and target in coordinates in which the hand is led along a straight line.
///
/// Cartesian: x, y of W. Polar: distance from the mass centre G and the angle about it, both seen from G as
/// it drifts; in them the singularity-free annulus is a strip, so a straight line between two points of it
/// stays inside: the way around the hole near the mass centre, in the sense that the chart's kind names.
struct ChartState {
  Vector2 hand = Vector2::Zero();  ///< m, m; or m, rad
  Vector2 hand_rate = Vector2::Zero();
  Vector2 target = Vector2::Zero();  ///< the angle is unwrapped in the chart's sense
  Vector2 target_rate = Vector2::Zero();
};

ChartState to_chart(ChartKind kind, const TaskSpaceState& s);

/// @param kind The chart.
/// @param s Where it is laid.
/// @param rate Wanted rate of the hand's coordinates in the chart.
/// @return The hand velocity in W that has it, m/s.
Vector2 from_chart(ChartKind kind, const TaskSpaceState& s, const Vector2& rate);

/// @param s Hand and target.
/// @param workspace The annulus.
/// @param clearance Distance kept from the annulus' inner edge, m.
/// @return Whether the straight line from hand to target passes through the hole of the annulus.
bool line_crosses_hole(const TaskSpaceState& s, const HandWorkspace& workspace, double clearance);

}  // namespace freefloat
