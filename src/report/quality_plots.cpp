#include "report/quality_plots.h"

#include <algorithm>
#include <cmath>

#include "drawing/number_format.h"
#include "report/plot_curves.h"
#include "types/angle.h"

namespace freefloat {

Figure draw_margins(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-margins", "Distance from singularity",
               "Smallest singular value and determinant of the generalized Jacobian; rate scale factor.");
  // Where no hand velocity was resolved there is no Jacobian either.
  const auto acting = [](Sample s) {
    return s.state == SupervisorState::kActive && s.resolved.sigma_min > 0.0;
  };
  PlotPanel sigma{"Smallest singular value of J*", "m"};
  sigma.height = 110.0;
  sigma.include = {0.0, 0.0};
  sigma.series.push_back(curve(record, "", 3, CurveStyle::kThin,
                               [&](Sample s) { return acting(s) ? s.resolved.sigma_min : kUnknown; }));
  double least = kUnknown;
  for (const double value : sigma.series.front().values) {
    if (std::isfinite(value)) least = std::isnan(least) ? value : std::min(least, value);
  }
  if (std::isfinite(record.singularity_threshold)) {
    sigma.levels.push_back({record.singularity_threshold, "damped below"});
  }
  plot.panels.push_back(sigma);
  if (record.robot.joint_count() == 2) {
    PlotPanel determinant{"Determinant of J*", "m²"};
    determinant.height = 90.0;
    determinant.include = {0.0, 0.0};
    determinant.series.push_back(curve(record, "", 4, CurveStyle::kThin, [&](Sample s) {
      return acting(s) ? s.resolved.determinant : kUnknown;
    }));
    plot.panels.push_back(determinant);
  }
  PlotPanel scale{"Rate scale factor", ""};
  scale.height = 80.0;
  scale.include = {0.0, 1.0};
  scale.series.push_back(curve(record, "", 1, CurveStyle::kThin,
                               [&](Sample s) { return acting(s) ? s.resolved.scale : kUnknown; }));
  scale.marks = {"tangent correction", 2,
                 stretches(record, [](Sample s) { return s.guidance.tangent_corrected; })};
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
  PlotPanel hand{"Hand position error", "mm"};
  PlotPanel attitude{"Attitude error", "°"};
  hand.height = attitude.height = 110.0;
  hand.include = {0.0, 0.0};
  attitude.include = {0.0, 0.0};
  std::vector<double> hand_error;
  std::vector<double> attitude_error;
  for (const EstimateError& error : errors) {
    hand_error.push_back(1e3 * error.hand);
    attitude_error.push_back(rad_to_deg(error.attitude));
  }
  hand.series.push_back(curve(record, "its own σ", 3, CurveStyle::kBroad, [](Sample s) {
    return s.estimate.valid ? 1e3 * s.estimate.sigma_hand : kUnknown;
  }));
  hand.series.push_back({"error", 1, CurveStyle::kThin, std::move(hand_error)});
  for (const double sign : {1.0, -1.0}) {
    attitude.series.push_back(
        curve(record, sign > 0.0 ? "its own ±σ" : "", 3, CurveStyle::kBroad, [sign](Sample s) {
          return s.estimate.valid ? sign * rad_to_deg(s.estimate.sigma_attitude) : kUnknown;
        }));
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
  PlotPanel seen{"Markers seen in a picture", ""};
  PlotPanel innovation{"Worst innovation", "σ"};
  seen.height = 80.0;
  innovation.height = 90.0;
  seen.include = innovation.include = {0.0, 1.0};
  // Pictures may be rarer than cycles: the last one stands until the next, but not for ever.
  std::vector<double> held;
  double last = kUnknown;
  Time when{};
  for (const RunSample& sample : record.samples) {
    if (sample.markers_seen) {
      last = *sample.markers_seen;
      when = sample.time;
    }
    if (sample.time - when > from_seconds(0.25)) last = kUnknown;
    held.push_back(last);
  }
  seen.series.push_back({"", 3, CurveStyle::kThin, std::move(held)});
  innovation.series.push_back(curve(record, "", 1, CurveStyle::kThin, [](Sample s) {
    return s.estimate.valid ? s.estimate.worst_innovation : kUnknown;
  }));
  plot.panels = {seen, innovation};
  return {plot.title, "LEDs of robot and target together. A gap: no picture for 0.25 s.",
          draw_time_plot(plot)};
}

Figure draw_timing(const RunRecord& record, const RunSummary& summary) {
  TimePlot plot = new_plot(record, "plot-timing", "Loop timing", "Computing time and slack of each cycle.");
  const double period = 1e3 * to_seconds(record.period);
  PlotPanel slack{"Slack to the deadline", "ms"};
  PlotPanel compute{"Computing time", "ms"};
  slack.height = compute.height = 90.0;
  slack.include = {0.0, period};
  compute.include = {0.0, 0.0};
  slack.series.push_back(
      curve(record, "", 3, CurveStyle::kThin, [](Sample s) { return 1e3 * to_seconds(s.slack); }));
  compute.series.push_back(
      curve(record, "", 1, CurveStyle::kThin, [](Sample s) { return 1e3 * to_seconds(s.compute); }));
  slack.marks = {"overrun", 0, stretches(record, [](Sample s) { return s.slack < Duration::zero(); })};
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
                      read_samples(record, [](Sample s) { return 1e3 * to_seconds(s.compute); }),
                      std::nullopt};
  return {"Computing time", "Counts on a logarithmic scale, so that a single late cycle shows.",
          draw_histogram(histogram), false};
}

}  // namespace freefloat
