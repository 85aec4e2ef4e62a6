
#include "config/load/load_parts.h"
#include "drawing/plot.h"
#include "drawing/xy_plot.h"
#include "model/guaranteed_workspace.h"
#include "model/robot_parameters.h"
#include "studies/ideal_capture.h"
#include "studies/study.h"
#include "studies/yoshida_umetani_1990_model.h"
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

/// Fig. 4 (a): the cycle in joint space; Fig. 4 (b): the hand's way meanwhile.
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

/// A capture from above: robot at equal times, hand, target and guaranteed workspace. Figs. 5, 9, 10.
/// @param id Unique in the page.
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

/// How near to singular two captures of the moving target come, and what they ask of the joints.
/// @param limit phi_max, rad/s.
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

constexpr double kLimitDegS = 15.0;  // Sec. 4.1

/// The captures of the figures; their starts and targets are ours, since the text gives none.
struct Captures {
  CaptureRun standing, plain, corrected;
};

Captures run_captures(const PlanarModel& model) {
  CaptureLaw law;
  law.max_joint_rate = deg_to_rad(kLimitDegS);
  const CaptureScene standing{
      deg_to_rad(83.0), joints_deg(22.0, 129.0), {0.096, 0.363}, Vector2::Zero(), 60.0};
  const CaptureScene moving{
      deg_to_rad(19.0), joints_deg(-165.0, -30.0), {-0.817, -0.507}, {0.038, 0.063}, 10.0};
  Captures captures;
  captures.standing = run_ideal_capture(model, law, standing);
  law.moving = true;
  captures.plain = run_ideal_capture(model, law, moving);
  law.tangent = true;
  captures.corrected = run_ideal_capture(model, law, moving);
  return captures;
}

StudyTable compare_standing(const CaptureRun& run) {
  const double length = (run.samples.back().hand - run.samples.front().hand).norm();
  const auto caught = run.capture_time >= 0.0 ? 1.0 : 0.0;
  StudyTable table{"Capture of a standing target, Fig. 9", {}};
  table.rows = {
      {"captured: 1 yes, 0 no", "Fig. 9, Sec. 4.2", "", 1.0, caught, 0.0,
       "Within 5 mm; the paper gives no distance."},
      ours_only("time to the capture", "Fig. 9", "s", run.capture_time,
                "Start and target are not in the text."),
      ours_only("largest deviation from the straight line, over its length", "Sec. 4.2", "%",
                100.0 * run.deviation / length,
                "The paper: \"straight and smoothly\". Not zero: the direction is right at the sampling "
                "instants alone."),
      ours_only("largest joint rate asked for, before Eq. (13)", "Sec. 3.1", "deg/s",
                rad_to_deg(run.max_asked_rate),
                "Eq. (11) asks for the whole error in one interval, so that Eq. (13) sets the pace almost "
                "all the way.")};
  return table;
}

StudyTable compare_moving(const Captures& captures, double radius) {
  const auto caught = [](const CaptureRun& run) { return run.miss <= 0.005 ? 1.0 : 0.0; };
  StudyTable table{"Capture of a moving target, Figs. 5 and 10", {}};
  table.rows = {
      {"captured without regard for the workspace: 1 yes, 0 no", "Fig. 5", "", 0.0, caught(captures.plain),
       0.0,
       "Within 5 mm at the rendezvous. Start and target are ours: chosen so that the ideal path leaves the "
       "workspace."},
      ours_only("distance from the target at the rendezvous", "Fig. 5", "mm", 1e3 * captures.plain.miss),
      ours_only("time at which the determinant of J* changes its sign", "Fig. 5", "s",
                captures.plain.sign_change, "The paper: \"encounters the singularity on the way\"."),
      ours_only(
          "largest joint rate asked for", "Fig. 5", "deg/s", rad_to_deg(captures.plain.max_asked_rate),
          "The limit is 15 deg/s. With unlimited rates the hand steps over the singularity: it is both that "
          "fail it."),
      ours_only("farthest from the mass centre", "Fig. 5", "m", captures.plain.max_radius,
                "The guaranteed workspace ends at 0.490 m."),
      {"captured with the correction: 1 yes, 0 no", "Fig. 10", "", 1.0, caught(captures.corrected), 0.0,
       "The paper's target moves irregularly; ours uniformly. \"Near\" the boundary: 20 mm."},
      ours_only("distance from the target at the rendezvous", "Fig. 10", "mm", 1e3 * captures.corrected.miss),
      ours_only("farthest from the mass centre, less the workspace's radius", "Fig. 10", "m",
                captures.corrected.max_radius - radius, "Never outside."),
      ours_only("least determinant of J*", "Fig. 10", "m²", captures.corrected.min_determinant),
      ours_only("samples in which the velocity was turned", "Fig. 10", "", captures.corrected.corrected,
                "Of 100; the hand \"turns along to the circle\".")};
  return table;
}

StudyTable compare_testbed() {
  constexpr double kGravity = 9.81;   // m/s^2
  constexpr double kDuration = 10.0;  // s
  StudyTable table{"The testbed, Sec. 4.1", {}};
  table.rows = {
      ours_only("position sensing and computing in one sampling interval of 0.1 s", "Sec. 4.1", "s",
                1.0 / 30.0 + 0.05,
                "The sum of the two times that the paper gives; 17 ms are left for the links."),
      ours_only(
          "drift of a free body in 10 s by the acceleration left", "Sec. 4.1", "m",
          0.5 * 1e-3 * kGravity * kDuration * kDuration,
          "By 1e-3 of gravity, taken as constant: as far as the guaranteed workspace's radius. So a "
          "capture of some seconds cannot rest on a mass centre at rest; freefloat estimates its motion.")};
  return table;
}

}  // namespace

StudyReport run_yoshida_umetani_1990(const StudyInput& input) {
  const RobotParameters robot = load_robot((input.configs / "robots/yoshida_umetani.yaml").string());
  const PlanarModel model(robot);
  if (input.on_progress) input.on_progress("workspace and singular postures of the two-link robot");
  const DrivenCycle cycle = run_joint_cycle(model);
  StudyReport report;
  report.name = "yoshida_umetani_1990";
  report.citation = "K. Yoshida, Y. Umetani: Control of Space Free-Flying Robot, 1990.";
  report.summary =
      "The free-flying robot of Table 2, its workspace, and its captures by the generalized Jacobian with "
      "ideal sensing. What the paper claims comes out: straight captures of standing targets, a moving "
      "target missed beyond the guaranteed workspace and caught within. What it takes for granted does not: "
      "the robot is not singular where its arm is stretched, and its workspace has a hole.";
  report.tables = {compare_dimensions(robot), compare_workspace(robot, model), compare_motion(model, cycle),
                   compare_laws()};
  if (input.on_progress) input.on_progress("captures of a standing and of a moving target");
  const Captures captures = run_captures(model);
  report.tables.push_back(compare_standing(captures.standing));
  report.tables.push_back(compare_moving(captures, guaranteed_workspace_radius(model)));
  report.tables.push_back(compare_testbed());
  report.figures = {draw_joint_cycle(cycle),
                    draw_cycle_of_hand(cycle),
                    draw_capture("yoshida-plain", "Fig. 5: a moving target without regard for the workspace",
                                 "The ideal rendezvous leads the hand out of the guaranteed workspace.",
                                 robot, model, captures.plain),
                    draw_capture("yoshida-corrected", "Fig. 10: the same with the proposed modification",
                                 "Near the boundary the velocity is turned to the tangent, Eq. (16), Fig. 6.",
                                 robot, model, captures.corrected),
                    draw_capture("yoshida-standing", "Fig. 9: a standing target",
                                 "The hand goes straight although the satellite gives way.", robot, model,
                                 captures.standing),
                    draw_singularity(captures.plain, captures.corrected, deg_to_rad(kLimitDegS))};
  report.notes = {
      "The text gives no start, target or rendezvous time of any figure; those here are of our choice, so "
      "that only the outcome can be compared. Figs. 9 and 10 were measured, ours are computed with ideal "
      "sensing and joints that follow at once; `freefloat run` simulates cameras, motors and links.",
      "Figs. 1 to 3, 7 and 8 show a concept, a model, a photograph and a block diagram: nothing to compute.",
      "The text does not say how Eq. (15) is sampled, what \"near\" the boundary means, how t_f is chosen, "
      "or which norm Eq. (13) takes. Here: Euler's rule with the time left not below four intervals, 20 mm, "
      "10 s, the largest joint.",
      "Eq. (6): the summed index is j. Eq. (9): relative angles need phi_0 + phi_1. Eq. (14): the integrand "
      "is the "
      "squared acceleration. Eq. (15): y stands for p. Eq. (16): only for velocities that lead outwards.",
      "That 50 ms went into the matrix and its inverse on an 80286 cannot be re-computed here; "
      "tests/bench/model_bench measures both on the machine at hand."};
  return report;
}

}  // namespace freefloat
