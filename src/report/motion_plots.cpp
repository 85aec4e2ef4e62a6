#include "report/motion_plots.h"

#include <algorithm>
#include <cmath>

#include "drawing/number_format.h"
#include "report/plot_curves.h"
#include "types/angle.h"

namespace freefloat {

namespace {

double component(const JointVector& values, int joint) {
  return joint < values.size() ? values[joint] : kUnknown;
}

}  // namespace

Figure draw_approach(const RunRecord& record, const RunSummary& summary) {
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

Figure draw_attitude(const RunRecord& record) {
  TimePlot plot = new_plot(record, "plot-attitude", "Attitude of the satellite",
                           "Attitude, and what is missing to the goal while the satellite is turned.");
  PlotPanel attitude{"Attitude", "°"};
  PlotPanel missing{"Missing", "°"};
  if (has_truth(record)) {
    attitude.series.push_back(curve(record, "truth", 1, CurveStyle::kBroad, [](Sample s) {
      return s.truth ? rad_to_deg(s.truth->robot.theta_WB) : kUnknown;
    }));
  }
  attitude.series.push_back(curve(record, "estimate", 1, CurveStyle::kThin, [](Sample s) {
    return s.estimate.valid ? rad_to_deg(s.estimate.robot.theta_WB) : kUnknown;
  }));
  missing.series.push_back(curve(record, "", 2, CurveStyle::kThin, [](Sample s) {
    const bool turning = s.state == SupervisorState::kActive && s.guidance.reorientation.goal != 0.0;
    return turning ? rad_to_deg(s.guidance.reorientation.missing) : kUnknown;
  }));
  missing.include = {0.0, 0.0};
  for (const PhaseResult& phase : record.phases) {
    if (!phase.turn) continue;
    const double tolerance = rad_to_deg(phase.turn_tolerance);
    missing.levels = {{tolerance, "tolerance ±" + format_short(tolerance, 2)}, {-tolerance, ""}};
  }
  plot.panels = {attitude, missing};
  return {plot.title,
          "The satellite swings with the arm; what stays after the joints have come back is the turn.",
          draw_time_plot(plot)};
}

Figure draw_joints(const RunRecord& record) {
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

Figure draw_momentum(const RunRecord& record) {
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

}  // namespace freefloat
