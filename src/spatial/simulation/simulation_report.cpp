#include "spatial/simulation/simulation_report.h"

#include <fmt/format.h>

#include <functional>
#include <vector>

#include "drawing/figure.h"
#include "drawing/number_format.h"
#include "drawing/page.h"
#include "drawing/plot.h"
#include "spatial/simulation/tree_animation.h"
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
    const std::size_t index = &s - both.forward.samples.data();
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

/// @return Diagrams of joints, their forces, base, end points and balances over time; with `both` also of
/// what the torques made of the wanted motion.
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

/// In the order of the enumerators.
constexpr std::string_view kBaseNames[] = {"free base", "base on a table", "base on a spherical bearing",
                                           "fixed base"};

std::string make_header(const TreeSimulationConfig& config, const SimulationResult& result) {
  const bool failed = !result.failure.empty();
  std::string html =
      "<header><div><div class=\"brand\">Freefloat simulation</div>" + element("h1", config.name);
  html += "<p class=\"quiet\">" +
          escape_markup(fmt::format("{} · {} joints · {}", config.tree.name, config.tree.joint_count(),
                                    kBaseNames[static_cast<std::size_t>(config.tree.base_kind)])) +
          "</p>";
  if (failed) html += element("p", "It could not go on: " + result.failure);
  return html + "</div><div class=\"verdict " + (failed ? "failed\">✗ Ended early" : "passed\">✓ Complete") +
         "</div></header>\n";
}

std::string make_tiles(const TreeSimulationConfig& config, const SimulationResult& result,
                       const InverseThenForward* both) {
  const BalanceErrors errors = find_balance_errors(config.tree, result);
  std::string html = "<dl class=\"tiles\">";
  html += number_tile("Simulated", fmt::format("{:.4g}", result.samples.back().time), "s",
                      fmt::format("of {:.4g} s", config.duration));
  html += number_tile("Steps", std::to_string(result.count.steps), "",
                      fmt::format("{} more repeated shorter", result.count.rejected));
  html += number_tile("Energy balance", fmt::format("{:.1e}", errors.energy), "J",
                      fmt::format("largest energy {:.3g} J", errors.largest_energy));
  if (config.tree.base_kind != BaseKind::kFixed) {
    html += number_tile("Momentum balance", fmt::format("{:.1e}", errors.linear_momentum), "N s",
                        fmt::format("{:.1e} N m s", errors.angular_momentum));
  }
  if (both != nullptr && !both->end_points.empty()) {
    html += number_tile(
        "Left the motion", fmt::format("{:.3g}", 1e3 * both->end_points[0].distance), "mm",
        fmt::format("{}, {:.2g}°", config.tree.end_points[0].name, rad_to_deg(both->end_points[0].angle)));
  }
  for (const LimitExcess& excess : find_limit_excesses(config.tree, result)) {
    html += number_tile("Beyond its limit", config.tree.links[excess.joint].joint.name, "",
                        fmt::format("from {:.3g} s on", excess.time));
  }
  return html + "</dl>\n";
}

}  // namespace

std::string make_simulation_report(const TreeSimulationConfig& config, const SimulationResult& result,
                                   const InverseThenForward* both) {
  std::string body = make_header(config, result);
  if (result.samples.empty()) return make_page(config.name, body, {});
  const TreeModel model(config.tree);
  const TreeAnimation animation = draw_tree_animation(model, result);
  const std::vector<Figure> figures = draw_simulation_plots(config, result, both);
  body += make_tiles(config, result, both) + "<style>" + std::string(animation_style()) + "</style>\n";
  body += "<div class=\"top\"><section class=\"card\"><div class=\"bar\"><h2>Motion</h2>" +
          std::string(animation_player()) + "</div><figure><div class=\"scroll whole\">" + animation.svg +
          "</div>" + std::string(animation_views()) +
          "<figcaption>Poses at equal times, fading in; the last one in full ink; the ways of the end "
          "points. The base is the box of even density that has its inertia. Drag to turn the "
          "view.</figcaption></figure></section>\n<div class=\"side\">" +
          figure_card(figures[0], true) + figure_card(figures[1], true) +
          "</div></div>\n<div class=\"plots\">";
  for (std::size_t i = 2; i < figures.size(); ++i) body += figure_card(figures[i], true);
  body += "</div>\n<script type=\"application/json\" id=\"motion\">" + animation.motion + "</script>\n";
  return make_page(config.name + " – Freefloat simulation", body, animation_script());
}

}  // namespace freefloat
