#pragma once

#include "drawing/figure.h"
#include "report/run_summary.h"
#include "runtime/run_record.h"

namespace freefloat {

/// Distance and speed of the hand relative to the target.
Figure draw_approach(const RunRecord& record, const RunSummary& summary);

/// Attitude of the satellite, and what it lacks of the goal while it is turned.
Figure draw_attitude(const RunRecord& record);

/// Joint rates, commanded and measured, and joint angles.
Figure draw_joints(const RunRecord& record);

/// Linear and angular momentum about the mass centre.
Figure draw_momentum(const RunRecord& record);

}  // namespace freefloat
