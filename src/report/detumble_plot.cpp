#include <cmath>

#include "drawing/number_format.h"
#include "report/plot_curves.h"
#include "report/time_plots.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// @return Whether the cycle belongs to a detumbling, begun.
bool is_detumbling(Sample sample) {
  const DetumbleOutput& rates = sample.output.guidance.detumble;
  return sample.output.state == SupervisorState::kActive && rates.dictated_rate != 0.0;
}

}  // namespace

Figure draw_detumbling(const RunRecord& record) {
  TimePlot plot = new_plot(record, "plot-detumbling", "Rotation of the whole",
                           "Rate of satellite, arm and target, and the rate that their angular momentum "
                           "dictates once the joints rest.");
  PlotPanel rate{"Rate of the satellite", "°/s"};
  rate.include = {0.0, 0.0};
  add_truth(rate, record, "truth", 1, [](const Truth& t) { return rad_to_deg(t.robot.w_WB); });
  rate.series.push_back(
      estimate_curve(record, "estimate", 1, [](const StateEstimate& e) { return rad_to_deg(e.robot.w_WB); }));
  rate.series.push_back(curve(record, "dictated by the momentum", 2, CurveStyle::kThin, [](Sample s) {
    return is_detumbling(s) ? rad_to_deg(s.output.guidance.detumble.dictated_rate) : kUnknown;
  }));
  std::string caption =
      "While the joints move, the satellite turns with them; at rest the whole turns at L / I.";
  for (const PhaseResult& phase : record.phases) {
    if (!phase.detumbled) continue;
    const double wanted = rad_to_deg(phase.most_rate);
    rate.levels = {{wanted, "wanted ±" + format_short(wanted, 2)}, {-wanted, ""}};
    const DetumbleOutput& rates = *phase.detumbled;
    caption += " " + phase.name + ": " + format_fixed(std::abs(rad_to_deg(rates.begin_rate)), 2) +
               "°/s at the begin, " + format_fixed(std::abs(rad_to_deg(rates.measured_rate)), 2) +
               " at the end; dictated " + format_fixed(std::abs(rad_to_deg(rates.dictated_rate)), 2) +
               ", with the arm stretched as far as it may " +
               format_fixed(std::abs(rad_to_deg(rates.least_rate)), 2) + ".";
  }
  plot.panels = {rate};
  return {plot.title, caption, draw_time_plot(plot)};
}

}  // namespace freefloat
