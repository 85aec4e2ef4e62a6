#pragma once

#include <string>

#include "runtime/run_record.h"

namespace freefloat {

/// The table from above: paths of hand, target and mass centre, workspace, and the robot's pose at several
/// times, as in Figs. 9 and 10 of Yoshida & Umetani 1990.
/// @param record Of the run.
/// @param standalone A file of its own instead of a part of the page.
/// @param id Of the SVG element, which must differ between the pictures of one page.
/// @return The SVG element.
std::string draw_top_view(const RunRecord& record, bool standalone, const std::string& id = "top-view");

}  // namespace freefloat
