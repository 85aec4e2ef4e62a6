#include <algorithm>
#include <cmath>

#include "drawing/number_format.h"
#include "report/plot_curves.h"
#include "report/time_plots.h"
#include "types/angle.h"

namespace freefloat {

Figure draw_margins(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-margins", "Distance from singularity",
               "Smallest singular value and determinant of the generalized Jacobian; rate scale factor.");
  // Where no hand velocity was resolved there is no Jacobian either.
  const auto acting = [](Sample s) {
    return s.output.state == SupervisorState::kActive && s.output.resolved.sigma_min > 0.0;
  };
  PlotPanel sigma{
      .title = "Smallest singular value of J*", .unit = "m", .height = 110.0, .include = {{0.0, 0.0}}};
  sigma.series.push_back(curve(record, "", 3, CurveStyle::kThin,
                               [&](Sample s) { return acting(s) ? s.output.resolved.sigma_min : kUnknown; }));
  double least = kUnknown;
  for (const double value : sigma.series.front().values) least = std::fmin(least, value);  // past gaps
  if (std::isfinite(record.config.controller.singularity_threshold)) {
    sigma.levels.push_back({record.config.controller.singularity_threshold, "damped below"});
  }
  plot.panels.push_back(sigma);
  if (record.config.controller.robot.joint_count() == 2) {
    PlotPanel determinant{
        .title = "Determinant of J*", .unit = "m²", .height = 90.0, .include = {{0.0, 0.0}}};
    determinant.series.push_back(curve(record, "", 4, CurveStyle::kThin, [&](Sample s) {
      return acting(s) ? s.output.resolved.determinant : kUnknown;
    }));
    plot.panels.push_back(determinant);
  }
  PlotPanel scale{.title = "Rate scale factor", .height = 80.0, .include = {{0.0, 1.0}}};
  scale.series.push_back(curve(record, "", 1, CurveStyle::kThin,
                               [&](Sample s) { return acting(s) ? s.output.resolved.scale : kUnknown; }));
  scale.marks = {"tangent correction", 2, stretches(plot.time, record.samples, [](Sample s) {
                   return s.output.guidance.tangent_corrected;
                 })};
  plot.panels.push_back(scale);
  std::string caption = "Scale 1: no joint was at its rate limit.";
  if (std::isfinite(least)) caption = "Least singular value " + format_fixed(least, 4) + " m. " + caption;
  return {plot.title, caption, draw_time_plot(plot)};
}

Figure draw_estimator(const RunRecord& record, const RunSummary& summary) {
  TimePlot plot =
      new_plot(record, "plot-estimator", "Estimator against the truth",
               "Error of the estimated hand position and attitude, with the estimator's own uncertainty.");
  const auto errors = compare_with_truth(record);
  PlotPanel hand{.title = "Hand position error", .unit = "mm", .height = 110.0, .include = {{0.0, 0.0}}};
  PlotPanel attitude{.title = "Attitude error", .unit = "°", .height = 110.0, .include = {{0.0, 0.0}}};
  std::vector<double> hand_error;
  std::vector<double> attitude_error;
  for (const EstimateError& error : errors) {
    hand_error.push_back(1e3 * error.hand);
    attitude_error.push_back(rad_to_deg(error.attitude));
  }
  hand.series.push_back(estimate_curve(
      record, "its own σ", 3, [](const StateEstimate& e) { return 1e3 * e.sigma_hand; }, CurveStyle::kBroad));
  hand.series.push_back({"error", 1, CurveStyle::kThin, std::move(hand_error)});
  for (const double sign : {1.0, -1.0}) {
    attitude.series.push_back(estimate_curve(
        record, sign > 0.0 ? "its own ±σ" : "", 3,
        [sign](const StateEstimate& e) { return sign * rad_to_deg(e.sigma_attitude); }, CurveStyle::kBroad));
  }
  attitude.series.push_back({"error", 4, CurveStyle::kThin, std::move(attitude_error)});
  plot.panels = {hand, attitude};
  return {plot.title,
          "Hand " + format_fixed(1e3 * summary.hand_rms, 2) + " mm RMS, " +
              format_fixed(1e3 * summary.hand_max, 2) + " mm at most. Attitude " +
              format_fixed(rad_to_deg(summary.attitude_rms), 3) + "° RMS, " +
              format_fixed(rad_to_deg(summary.attitude_max), 3) + "° at most.",
          draw_time_plot(plot)};
}

Figure draw_vision(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-vision", "Vision", "Markers seen in each picture and the worst innovation.");
  PlotPanel seen{.title = "Markers seen in a picture", .height = 80.0, .include = {{0.0, 1.0}}};
  PlotPanel innovation{.title = "Worst innovation", .unit = "σ", .height = 90.0, .include = {{0.0, 1.0}}};
  // Pictures may be rarer than cycles: the last one stands until the next, but not for ever.
  std::vector<double> held;
  double last = kUnknown;
  Time when{};
  for (const CycleRecord& sample : record.samples) {
    if (sample.input.markers) {
      const auto& markers = sample.input.markers->markers;
      last = static_cast<double>(
          std::count_if(markers.begin(), markers.end(), [](const auto& marker) { return marker.seen; }));
      when = sample.output.now;
    }
    if (sample.output.now - when > from_seconds(0.25)) last = kUnknown;
    held.push_back(last);
  }
  seen.series.push_back({"", 3, CurveStyle::kThin, std::move(held)});
  innovation.series.push_back(
      estimate_curve(record, "", 1, [](const StateEstimate& e) { return e.worst_innovation; }));
  plot.panels = {seen, innovation};
  return {plot.title, "LEDs of robot and target together. A gap: no picture for 0.25 s.",
          draw_time_plot(plot)};
}

Figure draw_timing(const RunRecord& record, const RunSummary& summary) {
  TimePlot plot = new_plot(record, "plot-timing", "Loop timing", "Computing time and slack of each cycle.");
  const double period = 1e3 * to_seconds(record.config.controller.period);
  PlotPanel slack{.title = "Slack to the deadline", .unit = "ms", .height = 90.0, .include = {{0.0, period}}};
  PlotPanel compute{.title = "Computing time", .unit = "ms", .height = 90.0, .include = {{0.0, 0.0}}};
  slack.series.push_back(
      curve(record, "", 3, CurveStyle::kThin, [](Sample s) { return 1e3 * to_seconds(s.timing.slack); }));
  compute.series.push_back(
      curve(record, "", 1, CurveStyle::kThin, [](Sample s) { return 1e3 * to_seconds(s.timing.compute); }));
  slack.marks = {"overrun", 0, stretches(plot.time, record.samples, [](Sample s) {
                   return s.timing.slack < Duration::zero();
                 })};
  plot.panels = {slack, compute};
  return {plot.title,
          "Period " + format_short(period, 3) + " ms; " + std::to_string(summary.overruns) + " overruns in " +
              std::to_string(summary.cycles) + " cycles shown. Computing: median " +
              format_significant(1e3 * summary.compute_median, 2) + " ms, 99 % below " +
              format_significant(1e3 * summary.compute_p99, 2) + " ms.",
          draw_time_plot(plot)};
}

Figure draw_compute_histogram(const RunRecord& record) {
  Histogram histogram{"plot-histogram",
                      "Cycles by computing time",
                      "How many cycles took how long to compute.",
                      "ms",
                      values_of(record.samples, [](Sample s) { return 1e3 * to_seconds(s.timing.compute); }),
                      std::nullopt};
  return {"Computing time", "Counts on a logarithmic scale, so that a single late cycle shows.",
          draw_histogram(histogram), false};
}

}  // namespace freefloat
