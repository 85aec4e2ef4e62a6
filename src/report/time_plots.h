#pragma once

#include <vector>

#include "drawing/figure.h"
#include "report/run_summary.h"
#include "runtime/run_record.h"

namespace freefloat {

/// @return All diagrams over time of a run, and the histogram of the loop's timing. Those that need the truth
/// are left out where none is known.
std::vector<Figure> draw_time_plots(const RunRecord& record, const RunSummary& summary);

}  // namespace freefloat
