#include "spatial/simulation/simulation_report.h"

#include <fmt/format.h>

#include "drawing/number_format.h"
#include "drawing/page.h"
#include "spatial/simulation/simulation_plots.h"
#include "spatial/simulation/tree_animation.h"
#include "types/angle.h"

namespace freefloat {

namespace {

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
