#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "drawing/plot.h"
#include "runtime/run_record.h"

namespace freefloat {

// What the diagrams over time have in common: curves read from a run's samples.

using Sample = const CycleRecord&;
using Reader = std::function<double(Sample)>;

PlotSeries curve(const RunRecord& record, std::string label, int colour, CurveStyle style,
                 const Reader& reader);

/// @return What the controller believed, as a thin line; a gap where it had no estimate.
PlotSeries estimate_curve(const RunRecord& record, std::string label, int colour,
                          const std::function<double(const StateEstimate&)>& reader,
                          CurveStyle style = CurveStyle::kThin);

/// Adds what was true, as a broad pale line, where anything is known of it.
void add_truth(PlotPanel& panel, const RunRecord& record, std::string label, int colour,
               const std::function<double(const Truth&)>& reader);

/// @return Begin and end of the run's time axis, s.
std::pair<double, double> time_range(const RunRecord& record);

/// @return A plot without panels: the run's time axis, with its phases as bands.
TimePlot new_plot(const RunRecord& record, std::string id, std::string title, std::string description);

bool has_truth(const RunRecord& record);

}  // namespace freefloat
