#include "report/time_plots.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "report/number_format.h"
#include "report/phase_table.h"
#include "types/angle.h"

namespace freefloat {

namespace {

using Sample = const RunSample&;
using Reader = std::function<double(Sample)>;

std::vector<double> read(const RunRecord& record, const Reader& reader) {
  std::vector<double> values;
  values.reserve(record.samples.size());
  for (const RunSample& sample : record.samples) values.push_back(reader(sample));
  return values;
}

PlotSeries curve(const RunRecord& record, std::string label, int colour, CurveStyle style,
                 const Reader& reader) {
  return {std::move(label), colour, style, read(record, reader)};
}

double component(const JointVector& values, int joint) {
  return joint < values.size() ? values[joint] : kUnknown;
}

std::string css_class_of(PhaseVerdict verdict) {
  switch (verdict) {
    case PhaseVerdict::kPassed:
      return "passed";
    case PhaseVerdict::kFailed:
      return "failed";
    case PhaseVerdict::kInterrupted:
      return "stopped";
    case PhaseVerdict::kSkipped:
      break;
  }
  return "skipped";
}

TimePlot new_plot(const RunRecord& record, std::string id, std::string title, std::string description) {
  TimePlot plot;
  plot.id = std::move(id);
  plot.title = std::move(title);
  plot.description = std::move(description);
  plot.time = read(record, [](Sample s) { return to_seconds(s.time); });
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

/// Stretches of time in which `holds` is true.
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

ReportFigure draw_approach(const RunRecord& record, const RunSummary& summary) {
  TimePlot plot =
      new_plot(record, "plot-approach", "Approach", "Hand-target distance and relative speed over time.");
  PlotPanel distance{"Hand to target", "mm", AxisScale::kLogarithmic};
  PlotPanel speed{"Relative speed", "mm/s", AxisScale::kLogarithmic};
  const auto to_target = [](Sample s) {
    if (!s.estimate.valid || !s.estimate.target.valid) return kUnknown;
    return 1e3 * (s.estimate.target.p_WT - s.estimate.p_WE).norm();
  };
  const auto closing = [](Sample s) {
    if (!s.estimate.valid || !s.estimate.target.valid) return kUnknown;
    return 1e3 * (s.estimate.target.v_WT - s.estimate.v_WE).norm();
  };
  if (has_truth(record)) {
    distance.series.push_back(curve(record, "truth", 1, CurveStyle::kBroad, [](Sample s) {
      return s.truth ? 1e3 * (s.truth->target.p - s.truth->p_WE).norm() : kUnknown;
    }));
    speed.series.push_back(curve(record, "truth", 2, CurveStyle::kBroad, [](Sample s) {
      return s.truth ? 1e3 * (s.truth->target.v - s.truth->v_WE).norm() : kUnknown;
    }));
  }
  distance.series.push_back(curve(record, "estimate", 1, CurveStyle::kThin, to_target));
  speed.series.push_back(curve(record, "estimate", 2, CurveStyle::kThin, closing));
  // Below a tenth of a millimetre and of a millimetre a second there is only noise.
  for (PlotPanel* panel : {&distance, &speed}) {
    for (PlotSeries& series : panel->series) {
      for (double& value : series.values) value = std::isfinite(value) ? std::max(value, 0.1) : value;
    }
  }
  std::string caption = "Distance and speed of the hand relative to the grapple point.";
  if (summary.capture_phase) {
    const PhaseResult& phase = record.phases[*summary.capture_phase];
    distance.levels.push_back(
        {1e3 * phase.max_distance, "capture " + format_short(1e3 * phase.max_distance, 2) + " mm"});
    speed.levels.push_back(
        {1e3 * phase.max_speed, "capture " + format_short(1e3 * phase.max_speed, 2) + " mm/s"});
    caption += " The capture counts when both stay below their dashed lines.";
  }
  plot.panels = {distance, speed};
  return {plot.title, caption, draw_time_plot(plot)};
}

ReportFigure draw_joints(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-joints", "Joints", "Joint rates, commanded and measured, and joint angles.");
  PlotPanel rates{"Rates", "°/s"};
  PlotPanel angles{"Angles", "°"};
  const int count = record.robot.joint_count();
  for (int joint = 0; joint < count; ++joint) {
    const int colour = joint + 1;
    const std::string name = "joint " + std::to_string(joint + 1);
    rates.series.push_back(curve(record, "", colour, CurveStyle::kBroad, [joint](Sample s) {
      return rad_to_deg(component(s.measured_rates, joint));
    }));
    rates.series.push_back(curve(record, name, colour, CurveStyle::kThin, [joint](Sample s) {
      return rad_to_deg(component(s.command.rates, joint));
    }));
    angles.series.push_back(curve(record, name, colour, CurveStyle::kThin, [joint](Sample s) {
      return s.estimate.valid ? rad_to_deg(component(s.estimate.robot.joints, joint)) : kUnknown;
    }));
  }
  if (std::isfinite(record.max_joint_rate)) {
    const double limit = rad_to_deg(record.max_joint_rate);
    rates.levels.push_back({limit, "limit ±" + format_short(limit, 3)});
    rates.levels.push_back({-limit, ""});
  }
  // A limit far outside the motion would only flatten the curves; the caption tells how much room was left.
  double room = kUnknown;
  for (int joint = 0; joint < count && joint < static_cast<int>(record.robot.joint_limits.size()); ++joint) {
    const JointLimits& limits = record.robot.joint_limits[static_cast<std::size_t>(joint)];
    double low = kUnknown;
    double high = kUnknown;
    for (const double angle : angles.series[static_cast<std::size_t>(joint)].values) {
      if (!std::isfinite(angle)) continue;
      low = std::isnan(low) ? angle : std::min(low, angle);
      high = std::isnan(high) ? angle : std::max(high, angle);
    }
    if (std::isnan(low) || limits.max <= limits.min) continue;
    const double below = low - rad_to_deg(limits.min);
    const double above = rad_to_deg(limits.max) - high;
    room = std::isnan(room) ? std::min(below, above) : std::min({room, below, above});
    const std::string name = "limit " + std::to_string(joint + 1);
    if (below < 40.0) angles.levels.push_back({rad_to_deg(limits.min), name, joint + 1});
    if (above < 40.0) angles.levels.push_back({rad_to_deg(limits.max), name, joint + 1});
  }
  std::string caption = "Thin: commanded. Broad and pale: measured by the tachogenerators.";
  if (std::isfinite(room)) {
    caption += room < 0.0 ? " A joint went " + format_fixed(-room, 0) + "° past its limit."
                          : " Nearest joint limit: " + format_fixed(room, 0) + "° away.";
  }
  plot.panels = {rates, angles};
  return {plot.title, caption, draw_time_plot(plot)};
}

ReportFigure draw_momentum(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-momentum", "Momentum",
               "Linear momentum P and angular momentum L about the mass centre, estimate and truth.");
  PlotPanel linear{"Linear momentum P", "N s"};
  PlotPanel angular{"Angular momentum L", "N m s"};
  linear.height = angular.height = 110.0;
  const bool truth = has_truth(record);
  for (const int axis : {0, 1}) {
    const int colour = axis + 1;
    if (truth) {
      linear.series.push_back(curve(record, "", colour, CurveStyle::kBroad, [axis](Sample s) {
        return s.truth ? s.truth->linear_momentum[axis] : kUnknown;
      }));
    }
    linear.series.push_back(curve(record, axis == 0 ? "x" : "y", colour, CurveStyle::kThin, [axis](Sample s) {
      return s.estimate.valid ? s.estimate.linear_momentum[axis] : kUnknown;
    }));
  }
  if (truth) {
    angular.series.push_back(curve(record, "truth", 4, CurveStyle::kBroad,
                                   [](Sample s) { return s.truth ? s.truth->angular_momentum : kUnknown; }));
  }
  angular.series.push_back(curve(record, "estimate", 4, CurveStyle::kThin, [](Sample s) {
    return s.estimate.valid ? s.estimate.angular_momentum : kUnknown;
  }));
  linear.include = angular.include = {0.0, 0.0};
  plot.panels = {linear, angular};
  return {plot.title,
          std::string("On a perfect table both stay constant; a steady slope is tilt or hose force, a step "
                      "is a contact.") +
              (truth ? " Broad and pale: truth." : ""),
          draw_time_plot(plot)};
}

ReportFigure draw_margins(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-margins", "Distance from singularity",
               "Smallest singular value and determinant of the generalized Jacobian; rate scale factor.");
  const auto acting = [](Sample s) { return s.state == SupervisorState::kActive; };
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

ReportFigure draw_estimator(const RunRecord& record, const RunSummary& summary) {
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

ReportFigure draw_vision(const RunRecord& record) {
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

ReportFigure draw_timing(const RunRecord& record, const RunSummary& summary) {
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

ReportFigure draw_compute_histogram(const RunRecord& record) {
  Histogram histogram{"plot-histogram",
                      "Cycles by computing time",
                      "How many cycles took how long to compute.",
                      "ms",
                      read(record, [](Sample s) { return 1e3 * to_seconds(s.compute); }),
                      std::nullopt};
  return {"Computing time", "Counts on a logarithmic scale, so that a single late cycle shows.",
          draw_histogram(histogram), false};
}

}  // namespace

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

std::vector<ReportFigure> draw_time_plots(const RunRecord& record, const RunSummary& summary) {
  std::vector<ReportFigure> figures{draw_approach(record, summary), draw_joints(record), draw_margins(record),
                                    draw_momentum(record)};
  if (has_truth(record)) figures.push_back(draw_estimator(record, summary));
  figures.push_back(draw_vision(record));
  figures.push_back(draw_timing(record, summary));
  figures.push_back(draw_compute_histogram(record));
  return figures;
}

}  // namespace freefloat
