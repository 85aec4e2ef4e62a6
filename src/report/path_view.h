#pragma once

#include "drawing/figure.h"
#include "runtime/run_record.h"

namespace freefloat {

/// The paths that the hand was led along, seen from above, with the hand's way over them and, where the
/// generalized Jacobian led it, the way that the Jacobian of a robot with a fixed base would have led to.
Figure draw_path_view(const RunRecord& record);

}  // namespace freefloat
