#include "report/plot_curves.h"

#include <algorithm>
#include <tuple>

#include "report/phase_table.h"
#include "report/run_summary.h"

namespace freefloat {

PlotSeries curve(const RunRecord& record, std::string label, int colour, CurveStyle style,
                 const Reader& reader) {
  return {std::move(label), colour, style, values_of(record.samples, reader)};
}

PlotSeries estimate_curve(const RunRecord& record, std::string label, int colour,
                          const std::function<double(const StateEstimate&)>& reader, CurveStyle style) {
  return curve(record, std::move(label), colour, style,
               [&](Sample s) { return s.output.estimate.valid ? reader(s.output.estimate) : kUnknown; });
}

void add_truth(PlotPanel& panel, const RunRecord& record, std::string label, int colour,
               const std::function<double(const Truth&)>& reader) {
  if (!has_truth(record)) return;
  panel.series.push_back(curve(record, std::move(label), colour, CurveStyle::kBroad,
                               [&](Sample s) { return s.truth ? reader(*s.truth) : kUnknown; }));
}

std::pair<double, double> time_range(const RunRecord& record) {
  double begin = 0.0;
  double end = 0.0;
  if (!record.samples.empty()) {
    begin = std::min(begin, to_seconds(record.samples.front().output.now));
    end = to_seconds(record.samples.back().output.now);
  }
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict != Verdict::kSkipped) end = std::max(end, to_seconds(phase.end));
  }
  return {begin, end > begin ? end : begin + 1.0};
}

TimePlot new_plot(const RunRecord& record, std::string id, std::string title, std::string description) {
  TimePlot plot{std::move(id), std::move(title), std::move(description),
                values_of(record.samples, [](Sample s) { return to_seconds(s.output.now); })};
  std::tie(plot.begin, plot.end) = time_range(record);
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict == Verdict::kSkipped) continue;
    plot.bands.push_back({to_seconds(phase.begin), to_seconds(phase.end), phase.name,
                          std::string(words_of(phase.verdict).css_class), is_capture(phase.kind)});
  }
  return plot;
}

bool has_truth(const RunRecord& record) {
  return std::any_of(record.samples.begin(), record.samples.end(),
                     [](Sample s) { return s.truth.has_value(); });
}

}  // namespace freefloat
