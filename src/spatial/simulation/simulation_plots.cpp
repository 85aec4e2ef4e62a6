#include "spatial/simulation/simulation_plots.h"

#include <cmath>
#include <functional>

#include "drawing/plot.h"
#include "spatial/tree/attitude.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr int kCurvesAPanel = 6;

using Reader = std::function<double(const SimulationSample&)>;

/// Builds one plot over the time of a simulation.
class PlotMaker {
 public:
  PlotMaker(const SimulationResult& result, std::string id, std::string title, std::string description)
      : result_(result),
        plot_(plot_over(values_of(result.samples, &SimulationSample::time), std::move(id), std::move(title),
                        std::move(description))) {}

  PlotPanel& panel(std::string title, std::string unit) {
    return plot_.panels.emplace_back(PlotPanel{std::move(title), std::move(unit)});
  }

  void curve(PlotPanel& panel, std::string label, const Reader& read) {
    const int colour = 1 + static_cast<int>(panel.series.size()) % 6;
    panel.series.push_back({std::move(label), colour, CurveStyle::kThin, values_of(result_.samples, read)});
  }

  /// The components of a vector.
  void vector(PlotPanel& panel, const std::function<Vector3(const SimulationSample&)>& read) {
    for (int i = 0; i < 3; ++i)
      curve(panel, std::string(1, "xyz"[i]), [&read, i](const SimulationSample& s) { return read(s)[i]; });
  }

  Figure figure(std::string heading, std::string caption) const {
    return {std::move(heading), std::move(caption), draw_time_plot(plot_)};
  }

 private:
  const SimulationResult& result_;
  TimePlot plot_;
};

/// Panels of a quantity of all joints, the turning ones and the shifting ones apart, six curves each.
void add_joint_panels(PlotMaker& plot, const TreeParameters& tree, const std::string& title,
                      const std::string& angular, const std::string& linear, double angular_scale,
                      const std::function<double(const SimulationSample&, int)>& read) {
  for (const JointKind kind : {JointKind::kRevolute, JointKind::kPrismatic}) {
    const bool turns = kind == JointKind::kRevolute;
    PlotPanel* panel = nullptr;
    int shown = 0;
    for (int i = 0; i < tree.joint_count(); ++i) {
      const TreeLink& link = tree.links[i];
      if (link.joint.kind != kind) continue;
      if (shown++ % kCurvesAPanel == 0) panel = &plot.panel(title, turns ? angular : linear);
      const double scale = turns ? angular_scale : 1.0;
      plot.curve(*panel, link.joint.name,
                 [&, i, scale](const SimulationSample& s) { return scale * read(s, i); });
    }
  }
}

Figure draw_joints(const TreeParameters& tree, const SimulationResult& result) {
  PlotMaker plot(result, "sim-joints", "Joints", "Joint coordinates and rates over time.");
  add_joint_panels(plot, tree, "Coordinate", "°", "m", rad_to_deg(1.0),
                   [](const SimulationSample& s, int i) { return s.state.joints[i]; });
  add_joint_panels(plot, tree, "Rate", "°/s", "m/s", rad_to_deg(1.0),
                   [](const SimulationSample& s, int i) { return s.state.joint_rates[i]; });
  return plot.figure("Joints", "Coordinates and rates.");
}

Figure draw_forces(const TreeParameters& tree, const SimulationResult& result) {
  PlotMaker plot(result, "sim-forces", "Torques", "Joint torques and forces over time.");
  add_joint_panels(plot, tree, "Torque or force", "N m", "N", 1.0,
                   [](const SimulationSample& s, int i) { return s.joint_forces[i]; });
  return plot.figure("Joint torques", "As the drives give them, or as the given motion needs them.");
}

Figure draw_base(const SimulationResult& result) {
  PlotMaker plot(result, "sim-base", "Base",
                 "Position, attitude and angular velocity of the base over time.");
  plot.vector(plot.panel("Position", "m"), [](const SimulationSample& s) { return s.state.p_WB; });
  plot.vector(plot.panel("Turned since the start", "°"),
              [start = result.samples.front().state.R_WB](const SimulationSample& s) {
                return Vector3(rad_to_deg(1.0) * vector_from_rotation(s.state.R_WB * start.transpose()));
              });
  plot.vector(plot.panel("Angular velocity", "°/s"),
              [](const SimulationSample& s) { return Vector3(rad_to_deg(1.0) * s.state.w_WB); });
  return plot.figure("Base", "Position of its origin; turn as axis times angle, at most 180°.");
}

Figure draw_end_points(const TreeParameters& tree, const SimulationResult& result) {
  PlotMaker plot(result, "sim-ends", "End points", "Positions of the end points over time.");
  for (std::size_t i = 0; i < tree.end_points.size(); ++i) {
    plot.vector(plot.panel(tree.end_points[i].name, "m"),
                [i](const SimulationSample& s) { return s.end_points[i].position; });
  }
  return plot.figure("End points", "Positions in the inertial frame.");
}

Figure draw_balances(const SimulationResult& result) {
  PlotMaker plot(result, "sim-balances", "Energy and momenta", "Energy and momenta over time.");
  PlotPanel& energies = plot.panel("Energy", "J");
  const double start =
      result.samples.front().totals.kinetic_energy + result.samples.front().totals.potential_energy;
  plot.curve(energies, "kinetic", [](const SimulationSample& s) { return s.totals.kinetic_energy; });
  plot.curve(energies, "work", [](const SimulationSample& s) { return s.work; });
  plot.curve(plot.panel("Energy gained beyond the work", "J"), "", [start](const SimulationSample& s) {
    return s.totals.kinetic_energy + s.totals.potential_energy - start - s.work;
  });
  plot.vector(plot.panel("Linear momentum", "N s"),
              [](const SimulationSample& s) { return s.totals.linear_momentum; });
  plot.vector(plot.panel("Angular momentum about the mass centre", "N m s"),
              [](const SimulationSample& s) { return s.totals.angular_momentum; });
  return plot.figure("Energy and momenta", "What no force changes stays to the last digits.");
}

Figure draw_deviation(const TreeParameters& tree, const InverseThenForward& both) {
  PlotMaker plot(both.forward, "sim-deviation", "Deviation", "Simulated less wanted motion over time.");
  const auto wanted = [&both](const SimulationSample& s) -> const SimulationSample& {
    // Both have the same sample times.
    const auto index = static_cast<std::size_t>(&s - both.forward.samples.data());
    return both.inverse.samples[index];
  };
  for (std::size_t i = 0; i < tree.end_points.size(); ++i) {
    plot.vector(plot.panel(tree.end_points[i].name, "mm"), [&, i](const SimulationSample& s) {
      return Vector3(1e3 * (s.end_points[i].position - wanted(s).end_points[i].position));
    });
  }
  add_joint_panels(plot, tree, "Joints", "°", "m", rad_to_deg(1.0), [&](const SimulationSample& s, int i) {
    return s.state.joints[i] - wanted(s).state.joints[i];
  });
  return plot.figure("Simulated less wanted motion", "What the torques of the inverse dynamics made of it.");
}

}  // namespace

std::vector<Figure> draw_simulation_plots(const TreeSimulationConfig& config, const SimulationResult& result,
                                          const InverseThenForward* both) {
  const TreeParameters& tree = config.tree;
  std::vector<Figure> figures{draw_joints(tree, result), draw_forces(tree, result)};
  if (both != nullptr && both->forward.samples.size() <= both->inverse.samples.size())
    figures.insert(figures.begin(), draw_deviation(tree, *both));
  if (tree.base_kind != BaseKind::kFixed) figures.push_back(draw_base(result));
  if (!tree.end_points.empty()) figures.push_back(draw_end_points(tree, result));
  figures.push_back(draw_balances(result));
  return figures;
}

}  // namespace freefloat
