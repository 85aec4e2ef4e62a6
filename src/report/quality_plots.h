#pragma once

#include "report/report_figure.h"
#include "report/run_record.h"
#include "report/run_summary.h"

namespace freefloat {

/// How far the capture stayed from singularities and from the rate limit.
ReportFigure draw_margins(const RunRecord& record);

/// Errors of the estimate; only where the truth is known.
ReportFigure draw_estimator(const RunRecord& record, const RunSummary& summary);

/// Markers seen and their innovations.
ReportFigure draw_vision(const RunRecord& record);

/// Slack and computing time of each cycle.
ReportFigure draw_timing(const RunRecord& record, const RunSummary& summary);

/// How many cycles took how long to compute.
ReportFigure draw_compute_histogram(const RunRecord& record);

}  // namespace freefloat
