#include <algorithm>
#include <cmath>

#include "drawing/plot.h"
#include "drawing/xy_plot.h"
#include "spatial/config/load_simulation.h"
#include "spatial/formulations/natural_orthogonal_complement.h"
#include "spatial/simulation/inverse_then_forward.h"
#include "spatial/simulation/tree_outline.h"
#include "studies/study.h"

namespace freefloat {

namespace {

constexpr double kTableStep = 2.0;  // s, Sec. 4.1
constexpr double kSampleStep = 0.1;

/// The motion, its torques, and the simulations under these torques.
struct SahaRuns {
  TreeSimulationConfig config;
  InverseThenForward continuous, held, linear;
};

/// psi of Fig. 6: the angle of the last link, followed over all turns.
double psi_of(const SimulationSample& sample) {
  const Matrix3& r = sample.end_points[0].rotation;
  return std::atan2(r(1, 0), r(0, 0));
}

struct Peak {
  double torque = 0.0;  // N m
  double time = 0.0;    // s
};
Peak peak_of(const SimulationResult& result, Eigen::Index joint) {
  Peak peak;
  for (const SimulationSample& sample : result.samples) {
    const double torque = std::abs(sample.joint_forces[joint]);
    if (torque > peak.torque) peak = {torque, sample.time};
  }
  return peak;
}

StudyTable compare_trajectory(const SahaRuns& runs) {
  StudyTable table{"Path of the hand, Eqs. (47)-(49), followed by Eq. (24) and the momenta, Eq. (21)", {}};
  const SimulationSample& start = runs.continuous.inverse.samples.front();
  const SimulationSample& end = runs.continuous.inverse.samples.back();
  const auto add = [&](const std::string& name, double paper, double ours, const std::string& unit,
                       const std::string& remark) {
    table.rows.push_back({name, "Sec. 4.1", unit, paper, ours, 1e-9, remark});
  };
  add("x at 0 s", 1.4625, start.end_points[0].position.x(), "m",
      "Input. Start of the joints from the hand's pose, elbow -, with the spacecraft's mass centre at (1.05, "
      "1.05) m and attitude 0: the paper gives no pose of the spacecraft.");
  add("y at 0 s", 0.2906, start.end_points[0].position.y(), "m", "Input.");
  add("psi at 0 s", -1.385, psi_of(start), "rad", "Input.");
  add("x at 120 s", 1.951, end.end_points[0].position.x(), "m",
      "Integrated joint rates; nothing pulls them back to the path.");
  add("y at 120 s", 0.875, end.end_points[0].position.y(), "m", "");
  add("psi at 120 s", 0.0, psi_of(end), "rad", "");
  return table;
}

/// Largest differences between the paper's formulation and the recursive algorithms along the path.
StudyTable compare_formulations(const SahaRuns& runs) {
  double torques = 0.0, largest_torque = 0.0, complement = 0.0, rates = 0.0;
  for (const SimulationSample& sample : runs.continuous.inverse.samples) {
    BodyMotion motion;
    motion.p_WB = sample.state.p_WB;
    motion.R_WB = sample.state.R_WB;
    motion.joints = sample.state.joints;
    motion.joint_rates = sample.state.joint_rates;
    const NaturalOrthogonalComplement noc = compute_orthogonal_complement(runs.config.tree, motion);
    const Eigen::VectorXd ours = joint_torques(noc, motion.joint_rates, sample.joint_accelerations);
    torques = std::max(torques, (ours - sample.joint_forces).cwiseAbs().maxCoeff());
    largest_torque = std::max(largest_torque, ours.cwiseAbs().maxCoeff());
    complement = std::max(complement, (noc.A * noc.T).cwiseAbs().maxCoeff());
    rates = std::max(rates, (noc.t_s.head<3>() - sample.state.w_WB).norm());
  }
  StudyTable table{"The natural orthogonal complement beside recursive algorithms, along the whole path", {}};
  table.rows.push_back({"A T, Eqs. (40)-(42): largest entry", "Sec. 3", "", 0.0, complement, 1e-14});
  table.rows.push_back(ours_only("torques of Eq. (46) less recursive inverse dynamics, by the largest torque",
                                 "Sec. 3", "", torques / largest_torque,
                                 "The paper has no second formulation."));
  table.rows.push_back(
      ours_only("spacecraft's rate by Eq. (21) less the simulated one", "Sec. 2", "rad/s", rates));
  return table;
}

StudyTable list_torques(const SahaRuns& runs) {
  StudyTable table{"Torques of the path, Fig. 8", {}};
  for (Eigen::Index joint = 0; joint < 3; ++joint) {
    const Peak peak = peak_of(runs.continuous.inverse, joint);
    const std::string name = "tau_" + std::to_string(joint + 1);
    const std::string remark = joint == 2 ? "Does not depend on the spacecraft's pose: the hand's path alone "
                                            "sets the motion of the last link and its mass centre."
                                          : "Depends on the assumed pose of the spacecraft.";
    table.rows.push_back(ours_only("largest " + name, "Fig. 8", "N m", peak.torque, remark));
    table.rows.push_back(ours_only("when", "Fig. 8", "s", peak.time));
  }
  return table;
}

StudyTable compare_simulation(const SahaRuns& runs) {
  StudyTable table{"Forward simulation under these torques, Sec. 4.3", {}};
  const auto percent = [](const InverseThenForward& run, int axis) {
    return 100.0 * run.end_points[0].position[axis] / run.end_points[0].travel[axis];
  };
  table.rows.push_back(
      {"largest error along x, torques of a table every 2 s, held", "Sec. 4.3, Fig. 9", "% of the travel",
       2.0, percent(runs.held, 0), 0.5,
       "The paper says about 2 % and names the accuracy of I and I_s as its source. How its torques went "
       "into the simulation is not said: that they were held for the 2 s of its tables is assumed, and that "
       "the error refers to the travel. 1.6 % then is of the size that it reports."});
  table.rows.push_back(ours_only("the same along y", "Fig. 9", "% of the travel", percent(runs.held, 1)));
  table.rows.push_back(ours_only("the same along x, straight between the rows of the table", "Fig. 9",
                                 "% of the travel", percent(runs.linear, 0)));
  table.rows.push_back(
      ours_only("error along x in that case", "Fig. 9", "mm", 1e3 * runs.linear.end_points[0].position.x()));
  table.rows.push_back(
      ours_only("distance from the path, torques of every instant", "Fig. 9", "m",
                runs.continuous.end_points[0].distance,
                "Rounding: here neither I nor I_s, which the paper suspects, loses accuracy."));
  return table;
}

template <class Read>
PlotSeries curve(const SimulationResult& result, std::string label, int colour, Read&& read) {
  return {std::move(label), colour, CurveStyle::kThin, values_of(result.samples, read)};
}

Figure draw_path(const SimulationResult& result) {
  TimePlot plot = plot_over(values_of(result.samples, &SimulationSample::time), "saha-path", "Desired path",
                            "psi, x and y of the hand over time.");
  PlotPanel angle{"psi", "rad"}, place{"x, y", "m"};
  angle.series.push_back(curve(result, "", 1, psi_of));
  place.series.push_back(curve(result, "x", 2, [](const auto& s) { return s.end_points[0].position.x(); }));
  place.series.push_back(curve(result, "y", 3, [](const auto& s) { return s.end_points[0].position.y(); }));
  plot.panels = {angle, place};
  return {"Path of the hand, as in Fig. 7", "From rest to rest in 120 s.", draw_time_plot(plot)};
}

Figure draw_torques(const SimulationResult& result) {
  TimePlot plot = plot_over(values_of(result.samples, &SimulationSample::time), "saha-torques",
                            "Joint torques", "Torques of the three joints over time.");
  PlotPanel panel{"Torque", "1e-3 N m"};
  for (int i = 0; i < 3; ++i) {
    panel.series.push_back(curve(result, "tau_" + std::to_string(i + 1), i + 1,
                                 [i](const auto& s) { return 1e3 * s.joint_forces[i]; }));
  }
  plot.panels = {panel};
  return {"Torques of the path, as in Fig. 8", "Inverse dynamics.", draw_time_plot(plot)};
}

std::vector<Vector2> hand_way(const SimulationResult& result) {
  std::vector<Vector2> way;
  for (const SimulationSample& sample : result.samples)
    way.push_back(sample.end_points[0].position.head<2>());
  return way;
}

Figure draw_ways(const SahaRuns& runs) {
  XyPlot plot{"saha-ways",
              "Desired and simulated paths",
              "Way of the hand in the plane, desired and simulated.",
              {"x, m"},
              {"y, m"}};
  plot.curves = {{"desired", 1, true, hand_way(runs.held.inverse)},
                 {"torques held for 2 s", 2, false, hand_way(runs.held.forward)},
                 {"straight between rows", 3, false, hand_way(runs.linear.forward)}};
  return {"Desired and simulated paths, as in Fig. 9",
          "With torques of every instant the simulated path is the desired one to rounding.",
          draw_xy_plot(plot)};
}

Figure draw_poses(const SahaRuns& runs) {
  const TreeModel model(runs.config.tree);
  TreeOutline outline(model);
  XyPlot plot = plane_plot("saha-poses", "Configurations", "Spacecraft and arm from above at six times.");
  const auto& samples = runs.continuous.forward.samples;
  for (std::size_t k = 0; k < 6; ++k) {
    const SimulationSample& sample = samples[k * (samples.size() - 1) / 5];
    const std::vector<Vector3> points = outline.points(sample.state);
    XyCurve pose{std::to_string(std::lround(sample.time)) + " s", static_cast<int>(k) + 1, false, {}};
    const auto add = [&](const TreeOutline::Line& line) {
      pose.points.push_back(points[line.from].head<2>());
      pose.points.push_back(points[line.to].head<2>());
      pose.points.push_back(Vector2::Constant(std::nan("")));
    };
    for (const TreeOutline::Line& line : outline.base) add(line);
    for (const TreeOutline::Line& line : outline.links) add(line);
    plot.curves.push_back(std::move(pose));
  }
  return {"Configurations, as in Fig. 10", "Spacecraft and arm from above. The spacecraft turns by 71°.",
          draw_xy_plot(plot)};
}

}  // namespace

StudyReport run_saha_1993(const StudyInput& input) {
  SahaRuns runs;
  runs.config = load_simulation((input.configs / "simulations/saha_1993.yaml").string());
  runs.config.sample_step = kSampleStep;
  if (input.on_progress)
    input.on_progress("three-link robot: path, torques, simulations under these torques");
  const auto simulate_with = [&](TorqueTransfer transfer) {
    return simulate_inverse_then_forward(runs.config, transfer, kTableStep);
  };
  runs.continuous = simulate_with(TorqueTransfer::kContinuous);
  runs.held = simulate_with(TorqueTransfer::kHeld);
  runs.linear = simulate_with(TorqueTransfer::kLinear);
  StudyReport report;
  report.name = "saha_1993";
  report.citation = "S. K. Saha: Modeling and Simulation of Space Robots, 1993.";
  report.summary =
      "The planar robot of Section 4: its hand follows a quintic for 120 s, inverse dynamics gives the "
      "torques, and a simulation under these torques gives the motion again. With torques of every instant "
      "the path comes back to rounding. Read every 2 s and held, they leave it by 1.6 % of its travel along "
      "x, where the paper reports about 2 %.";
  report.tables = {compare_trajectory(runs), compare_formulations(runs), list_torques(runs),
                   compare_simulation(runs)};
  report.figures = {draw_path(runs.continuous.inverse), draw_torques(runs.continuous.inverse),
                    draw_ways(runs), draw_poses(runs)};
  report.notes = {
      "The spacecraft's initial pose is not in the text. The printed poses of the hand are 1.491 m and 2.138 "
      "m from the origin, while the arm reaches 1.15 m from the spacecraft's mass centre: the origin is not "
      "that mass centre.",
      "Inertias and the place of the first joint are not in the text. Assumed: a solid spacecraft, m w^2/6 = "
      "2.08333 "
      "kg m^2; solid cylinders, m (l^2/12 + d^2/16) = 0.0459375 kg m^2; joint 1 in the middle of a face.",
      "Figures 7 to 10 come without numbers; Figs. 1 to 6 explain symbols.",
      "Errors of the text: Eq. (37) needs c'', not c'; Eq. (44) is t^T w, without a dot on t; Omega of Eq. "
      "(27) uses c_s' x 1, which multiplies what is zero; A of Eq. (40) has 6 n rows unless the momentum "
      "equations are appended."};
  return report;
}

}  // namespace freefloat
