#pragma once

#include "drawing/figure.h"
#include "report/run_summary.h"
#include "runtime/run_record.h"

namespace freefloat {

/// How far the capture stayed from singularities and from the rate limit.
Figure draw_margins(const RunRecord& record);

/// Errors of the estimate; only where the truth is known.
Figure draw_estimator(const RunRecord& record, const RunSummary& summary);

/// Markers seen and their innovations.
Figure draw_vision(const RunRecord& record);

/// Slack and computing time of each cycle.
Figure draw_timing(const RunRecord& record, const RunSummary& summary);

/// How many cycles took how long to compute.
Figure draw_compute_histogram(const RunRecord& record);

}  // namespace freefloat
