#pragma once

#include "drawing/figure.h"
#include "planning/experiment_plan.h"

namespace freefloat {

/// @return The map in the plane of the table, with the robot at its start, or as a rose: direction of the
/// target's motion around, its speed outwards. Blue: captured, the paler the more quick runs failed; red:
/// refused without noise; bare: no target can be there.
/// @param standalone A file of its own instead of a part of the page.
Figure draw_capture_map(const CaptureMap& map, const ExperimentPlan& plan, bool standalone = false);

}  // namespace freefloat
