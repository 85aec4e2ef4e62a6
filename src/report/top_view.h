#pragma once

#include <string>

#include "runtime/run_record.h"

namespace freefloat {

/// The table from above: paths of hand, target and mass centre, workspace, and the robot's pose at several
/// times, as in Figs. 9 and 10 of Yoshida & Umetani 1990.
/// @param standalone A file of its own instead of a part of the page.
/// @return The SVG element; its id is "top-view".
std::string draw_top_view(const RunRecord& record, bool standalone);

}  // namespace freefloat
