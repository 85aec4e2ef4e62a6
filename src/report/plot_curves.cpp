#include "report/plot_curves.h"

#include <algorithm>
#include <tuple>

#include "report/phase_table.h"
#include "report/run_summary.h"

namespace freefloat {

std::vector<double> read_samples(const RunRecord& record, const Reader& reader) {
  std::vector<double> values;
  values.reserve(record.samples.size());
  for (const RunSample& sample : record.samples) values.push_back(reader(sample));
  return values;
}

PlotSeries curve(const RunRecord& record, std::string label, int colour, CurveStyle style,
                 const Reader& reader) {
  return {std::move(label), colour, style, read_samples(record, reader)};
}

std::pair<double, double> time_range(const RunRecord& record) {
  double begin = 0.0;
  double end = 0.0;
  if (!record.samples.empty()) {
    begin = std::min(begin, to_seconds(record.samples.front().time));
    end = to_seconds(record.samples.back().time);
  }
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict != PhaseVerdict::kSkipped) end = std::max(end, to_seconds(phase.end));
  }
  return {begin, end > begin ? end : begin + 1.0};
}

TimePlot new_plot(const RunRecord& record, std::string id, std::string title, std::string description) {
  TimePlot plot;
  plot.id = std::move(id);
  plot.title = std::move(title);
  plot.description = std::move(description);
  plot.time = read_samples(record, [](Sample s) { return to_seconds(s.time); });
  std::tie(plot.begin, plot.end) = time_range(record);
  for (const PhaseResult& phase : record.phases) {
    if (phase.verdict == PhaseVerdict::kSkipped) continue;
    plot.bands.push_back({to_seconds(phase.begin), to_seconds(phase.end), phase.name,
                          css_class_of(phase.verdict), is_capture(phase.kind)});
  }
  return plot;
}

bool has_truth(const RunRecord& record) {
  return std::any_of(record.samples.begin(), record.samples.end(),
                     [](Sample s) { return s.truth.has_value(); });
}

std::vector<std::pair<double, double>> stretches(const RunRecord& record,
                                                 const std::function<bool(Sample)>& holds) {
  std::vector<std::pair<double, double>> result;
  bool open = false;
  for (const RunSample& sample : record.samples) {
    const double time = to_seconds(sample.time);
    const bool now = holds(sample);
    if (now && !open) result.emplace_back(time, time);
    if (now || open) result.back().second = time;
    open = now;
  }
  return result;
}

}  // namespace freefloat
