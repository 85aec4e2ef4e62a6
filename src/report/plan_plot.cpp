#include <algorithm>

#include "drawing/number_format.h"
#include "report/plot_curves.h"
#include "report/time_plots.h"
#include "runtime/planned_hand.h"

namespace freefloat {

bool has_plan_in_time(const RunRecord& record) {
  return std::any_of(record.samples.begin(), record.samples.end(),
                     [](const CycleRecord& sample) { return sample.output.guidance.meeting.planned; });
}

Figure draw_plan_error(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-plan-error", "Hand to plan",
               "Distance of the hand from where the plan had it, and the time left until the meeting.");
  PlannedHand compared = compare_with_plan(record.config.controller, record.samples);
  for (double& error : compared.error) error *= 1e3;
  PlotPanel error{"Hand to its place in the plan", "mm"};
  error.include = {0.0, 0.0};
  error.series.push_back({"", 1, CurveStyle::kThin, std::move(compared.error)});
  PlotPanel left{"Planned time until the meeting", "s"};
  left.include = {0.0, 0.0};
  left.series.push_back(curve(record, "", 2, CurveStyle::kThin, [](Sample s) {
    return s.output.guidance.meeting.planned ? s.output.guidance.meeting.time : kUnknown;
  }));
  plot.panels = {error, left};
  std::string caption =
      "The plan as it was when it was taken; what was refined of it on the way is part of it. " +
      format_fixed(1e3 * compared.rms, 2) + " mm RMS, at most " + format_fixed(1e3 * compared.largest, 2) +
      " mm.";
  std::uint32_t number = 0;
  for (const CycleRecord& sample : record.samples) {
    const MeetingOutput& meeting = sample.output.guidance.meeting;
    if (!meeting.planned || meeting.number == number) continue;
    caption += (number == 0 ? " Chosen: " : " Then: ") + describe_ways(meeting) + ".";
    number = meeting.number;
  }
  return {plot.title, caption, draw_time_plot(plot)};
}

}  // namespace freefloat
