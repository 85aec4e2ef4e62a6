#include <algorithm>
#include <cmath>

#include "drawing/number_format.h"
#include "report/plot_curves.h"
#include "report/time_plots.h"
#include "types/angle.h"

namespace freefloat {

namespace {

double component(const JointVector& values, int joint) {
  return joint < values.size() ? values[joint] : kUnknown;
}

/// Draws the joints' limits near their motion.
/// @param angles Whose first series are the joints' angles, deg.
/// @return Smallest distance of a joint from a limit, deg; negative: past it; NaN: not known.
double add_joint_limits(PlotPanel& angles, const RunRecord& record) {
  const int count = record.config.controller.robot.joint_count();
  // A limit far outside the motion would only flatten the curves; the caption tells how much room was left.
  double room = kUnknown;
  for (int joint = 0;
       joint < count && joint < static_cast<int>(record.config.controller.robot.joint_limits.size());
       ++joint) {
    const JointLimits& limits = record.config.controller.robot.joint_limits[joint];
    double low = kUnknown;
    double high = kUnknown;
    for (const double angle : angles.series[joint].values) {
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
  return room;
}

}  // namespace

Figure draw_approach(const RunRecord& record, const RunSummary& summary) {
  TimePlot plot =
      new_plot(record, "plot-approach", "Approach", "Hand-target distance and relative speed over time.");
  PlotPanel distance{"Hand to target", "mm", AxisScale::kLogarithmic};
  PlotPanel speed{"Relative speed", "mm/s", AxisScale::kLogarithmic};
  add_truth(distance, record, "truth", 1, [](const Truth& t) { return 1e3 * (t.target.p - t.p_WE).norm(); });
  add_truth(speed, record, "truth", 2, [](const Truth& t) { return 1e3 * (t.target.v - t.v_WE).norm(); });
  distance.series.push_back(estimate_curve(record, "estimate", 1, [](const StateEstimate& e) {
    return e.target.valid ? 1e3 * (e.target.p_WT - e.p_WE).norm() : kUnknown;
  }));
  speed.series.push_back(estimate_curve(record, "estimate", 2, [](const StateEstimate& e) {
    return e.target.valid ? 1e3 * (e.target.v_WT - e.v_WE).norm() : kUnknown;
  }));
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
  add_truth(attitude, record, "truth", 1, [](const Truth& t) { return rad_to_deg(t.robot.theta_WB); });
  attitude.series.push_back(estimate_curve(
      record, "estimate", 1, [](const StateEstimate& e) { return rad_to_deg(e.robot.theta_WB); }));
  missing.series.push_back(curve(record, "", 2, CurveStyle::kThin, [](Sample s) {
    const ReorientationOutput& turn = s.output.guidance.reorientation;
    const bool turning = s.output.state == SupervisorState::kActive && turn.goal != 0.0;
    return turning ? rad_to_deg(turn.missing) : kUnknown;
  }));
  missing.include = {0.0, 0.0};
  for (const PhaseResult& phase : record.phases) {
    if (!phase.achieved_turn) continue;
    const double tolerance = rad_to_deg(phase.turn_tolerance);
    missing.levels = {{tolerance, "tolerance ±" + format_short(tolerance, 2)}, {-tolerance, ""}};
  }
  plot.panels = {attitude, missing};
  return {plot.title,
          "The satellite swings with the arm; what stays after the joints have come back is the turn.",
          draw_time_plot(plot)};
}

Figure draw_path_error(const RunRecord& record) {
  TimePlot plot = new_plot(record, "plot-path-error", "Hand to path",
                           "Distance of the hand from its path, and from the point that it follows.");
  PlotPanel error{"Hand to path", "mm"};
  PlotPanel lag{"Hand to the point it follows", "mm"};
  const auto following = [](const std::function<double(const PathOutput&)>& read) {
    return [read](Sample s) {
      const bool follows =
          s.output.state == SupervisorState::kActive && s.output.guidance.path.stage == PathStage::kFollow;
      return follows ? 1e3 * read(s.output.guidance.path) : kUnknown;
    };
  };
  error.series.push_back(curve(record, "estimate", 1, CurveStyle::kThin,
                               following([](const PathOutput& path) { return path.error; })));
  lag.series.push_back(curve(record, "estimate", 2, CurveStyle::kThin,
                             following([](const PathOutput& path) { return path.lag; })));
  error.include = lag.include = {0.0, 0.0};
  for (const PhaseResult& phase : record.phases) {
    if (phase.followed)
      error.levels = {{1e3 * phase.max_error, "at most " + format_short(1e3 * phase.max_error, 2)}};
  }
  plot.panels = {error, lag};
  return {plot.title, "What the controller believed; the phase's numbers tell the truth where it is known.",
          draw_time_plot(plot)};
}

Figure draw_joints(const RunRecord& record) {
  TimePlot plot =
      new_plot(record, "plot-joints", "Joints", "Joint rates, commanded and measured, and joint angles.");
  PlotPanel rates{"Rates", "°/s"};
  PlotPanel angles{"Angles", "°"};
  const int count = record.config.controller.robot.joint_count();
  for (int joint = 0; joint < count; ++joint) {
    const int colour = joint + 1;
    const std::string name = "joint " + std::to_string(joint + 1);
    rates.series.push_back(curve(record, "", colour, CurveStyle::kBroad, [joint](Sample s) {
      return s.input.joints ? rad_to_deg(component(s.input.joints->rates, joint)) : kUnknown;
    }));
    rates.series.push_back(curve(record, name, colour, CurveStyle::kThin, [joint](Sample s) {
      return rad_to_deg(component(s.output.command.rates, joint));
    }));
    angles.series.push_back(estimate_curve(record, name, colour, [joint](const StateEstimate& e) {
      return rad_to_deg(component(e.robot.joints, joint));
    }));
  }
  if (std::isfinite(record.config.controller.max_joint_rate)) {
    const double limit = rad_to_deg(record.config.controller.max_joint_rate);
    rates.levels.push_back({limit, "limit ±" + format_short(limit, 3)});
    rates.levels.push_back({-limit, ""});
  }
  const double room = add_joint_limits(angles, record);
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
  for (const int axis : {0, 1}) {
    const int colour = axis + 1;
    add_truth(linear, record, "", colour, [axis](const Truth& t) { return t.linear_momentum[axis]; });
    linear.series.push_back(
        estimate_curve(record, axis == 0 ? "x" : "y", colour,
                       [axis](const StateEstimate& e) { return e.linear_momentum[axis]; }));
  }
  add_truth(angular, record, "truth", 4, [](const Truth& t) { return t.angular_momentum; });
  angular.series.push_back(
      estimate_curve(record, "estimate", 4, [](const StateEstimate& e) { return e.angular_momentum; }));
  linear.include = angular.include = {0.0, 0.0};
  plot.panels = {linear, angular};
  return {plot.title,
          std::string("On a perfect table both stay constant; a steady slope is tilt or hose force, a step "
                      "is a contact.") +
              (has_truth(record) ? " Broad and pale: truth." : ""),
          draw_time_plot(plot)};
}

}  // namespace freefloat
