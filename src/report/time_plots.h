#pragma once

#include <string>
#include <vector>

#include "report/plot.h"
#include "report/run_record.h"
#include "report/run_summary.h"

namespace freefloat {

/// A picture of the page with its words.
struct ReportFigure {
  std::string heading{};
  std::string caption{};  ///< what to read from it, in numbers where they are known
  std::string svg{};
  bool over_time = true;  ///< has the time axis that all share
};

/// @return Begin and end of the run's time axis, s.
std::pair<double, double> time_range(const RunRecord& record);

/// @return All diagrams over time of a run, and the histogram of the loop's timing. Those that need the truth
/// are left out where none is known.
std::vector<ReportFigure> draw_time_plots(const RunRecord& record, const RunSummary& summary);

}  // namespace freefloat
