#include "studies/yoshida_umetani_1990_figures.h"

#include <cmath>

#include "drawing/plot.h"
#include "drawing/xy_plot.h"
#include "model/guaranteed_workspace.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kRobotColour = 6;

/// The satellite's outline and the arm as one line with a gap, m.
std::vector<Vector2> outline_robot(const RobotParameters& robot, const PlanarModel& model,
                                   const Posture& posture) {
  const auto point = [&](int body, const Vector2& offset) {
    return compute_point(model, posture, body, offset).p_GX;
  };
  const Vector2 half = 0.5 * robot.satellite_size;
  std::vector<Vector2> line;
  for (const auto& [x, y] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 1}}) {
    line.push_back(point(0, {x * half.x(), y * half.y()}));
  }
  line.push_back(Vector2::Constant(std::nan("")));
  line.push_back(point(0, robot.satellite_to_joint));
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    line.push_back(point(static_cast<int>(i) + 1, robot.links[i].to_end));
  }
  line.push_back(Vector2::Constant(std::nan("")));
  return line;
}

}  // namespace

Figure draw_joint_cycle(const DrivenCycle& cycle) {
  XyPlot plot{"yoshida-cycle-joints",
              "Joint space",
              "Closed cycle of the two joint angles.",
              {"joint 1, °", AxisScale::kLinear, {{-40.0, 40.0}}},
              {"joint 2, °", AxisScale::kLinear, {{50.0, 130.0}}},
              true};
  XyCurve curve;
  for (const JointVector& joints : cycle.joints) {
    curve.points.emplace_back(rad_to_deg(joints[0]), rad_to_deg(joints[1]));
  }
  plot.marks.push_back({curve.points.front(), 0.0, 1, "start and end"});
  plot.curves.push_back(std::move(curve));
  return {"Fig. 4 (a): a cycle in joint space",
          "Both joints through a square of 60 deg. The figure's own angles are not in the text.",
          draw_xy_plot(plot), false};
}

Figure draw_cycle_of_hand(const DrivenCycle& cycle) {
  XyPlot plot =
      plane_plot("yoshida-cycle-hand", "Hand", "Way of the hand during the cycle; it does not close.");
  plot.curves.push_back({"", 1, false, cycle.hand});
  plot.marks = {{cycle.hand.front(), 0.0, 1, "start"}, {cycle.hand.back(), 0.0, 2, "end"}};
  return {
      "Fig. 4 (b): the hand's way meanwhile",
      "Seen from the mass centre. The joints come back, the satellite has turned, and the hand is elsewhere.",
      draw_xy_plot(plot), false};
}

Figure draw_capture(const std::string& id, const std::string& heading, const std::string& caption,
                    const RobotParameters& robot, const PlanarModel& model, const CaptureRun& run) {
  constexpr std::size_t kPoses = 5;
  XyPlot plot = plane_plot(id, "From above",
                           "Robot at equal times, way of the hand and of the target, guaranteed workspace.");
  XyCurve poses{"robot", kRobotColour, false, {}};
  const std::size_t last = run.samples.size() - 1;
  for (std::size_t k = 0; k < kPoses; ++k) {
    const auto line = outline_robot(robot, model, run.samples[k * last / (kPoses - 1)].posture);
    poses.points.insert(poses.points.end(), line.begin(), line.end());
  }
  XyCurve hand{"hand", 1, false, {}};
  XyCurve target{"target", 2, true, {}};
  for (const CaptureSample& sample : run.samples) {
    hand.points.push_back(sample.hand);
    target.points.push_back(sample.target);
  }
  plot.marks = {{Vector2::Zero(), guaranteed_workspace_radius(model), 3, "guaranteed workspace"},
                {hand.points.front(), 0.0, 1, "start"},
                {target.points.back(), 0.0, 2, "target"}};
  plot.curves = {std::move(poses), std::move(target), std::move(hand)};
  return {heading, caption, draw_xy_plot(plot), false};
}

Figure draw_singularity(const CaptureRun& plain, const CaptureRun& corrected, double limit) {
  TimePlot plot = plot_over(values_of(plain.samples, &CaptureSample::time), "yoshida-singularity",
                            "Singularity", "Determinant of the generalized Jacobian and joint rates.");
  PlotPanel determinant{"Determinant of J*", "m²"};
  PlotPanel rate{"Joint rate asked for", "°/s"};
  determinant.include = {0.0, 0.0};
  rate.levels.push_back({rad_to_deg(limit), "limit"});
  const auto add = [&](const char* name, int colour, const CaptureRun& run) {
    determinant.series.push_back(
        {name, colour, CurveStyle::kThin, values_of(run.samples, &CaptureSample::determinant)});
    rate.series.push_back({name, colour, CurveStyle::kThin,
                           values_of(run.samples, [](const auto& s) { return rad_to_deg(s.asked_rate); })});
  };
  add("without correction", 2, plain);
  add("with", 1, corrected);
  plot.panels = {std::move(determinant), std::move(rate)};
  return {
      "Why Fig. 5 fails and Fig. 10 does not",
      "Without the correction the hand leaves the guaranteed workspace and the determinant changes its sign; "
      "the joints would have to be faster than they may.",
      draw_time_plot(plot), true};
}

}  // namespace freefloat
