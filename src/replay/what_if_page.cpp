#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "drawing/page.h"
#include "drawing/plot.h"
#include "drawing/xy_plot.h"
#include "replay/what_if.h"
#include "types/angle.h"

namespace freefloat {

namespace {

// Diagrams of a comparison, each an SVG element.

TimePlot new_plot(const WhatIfResult& result, std::string id, std::string title, std::string description) {
  TimePlot plot{std::move(id), std::move(title), std::move(description),
                values_of(result.samples, [](const WhatIfSample& s) { return to_seconds(s.time); })};
  if (plot.time.empty()) return plot;
  plot.begin = plot.time.front();
  plot.end = std::max(plot.time.back(), plot.begin + 1e-3);
  return plot;
}

constexpr std::array kSides{&WhatIfSample::logged, &WhatIfSample::replayed};
constexpr std::array kStyles{CurveStyle::kBroad, CurveStyle::kThin};

/// The log's curve and the changed controller's.
/// @param value Of a WhatIfSide.
PlotPanel both_sides(const WhatIfResult& result, PlotPanel panel, int colour,
                     const std::array<const char*, 2>& labels, const auto& value) {
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    panel.series.push_back(
        {labels[i], colour, kStyles[i],
         values_of(result.samples, [&](const WhatIfSample& s) { return value(s.*kSides[i]); })});
  }
  return panel;
}

/// Joint rates commanded by the log and by the changed controller, a panel a joint.
std::string draw_what_if_rates(const WhatIfResult& result) {
  TimePlot plot = new_plot(result, "what-if-rates", "Commanded joint rates",
                           "Joint rates of the log and of the changed controller over time.");
  const Eigen::Index joints = result.samples.empty() ? 0 : result.samples.front().replayed.rates.size();
  for (Eigen::Index joint = 0; joint < joints; ++joint) {
    const auto rate = [joint](const WhatIfSide& side) {
      return joint < side.rates.size() ? rad_to_deg(side.rates[joint]) : std::nan("");
    };
    plot.panels.push_back(both_sides(result, {"Joint " + std::to_string(joint + 1), "°/s"},
                                     static_cast<int>(joint % 6) + 1, {"log", "changed"}, rate));
  }
  return draw_time_plot(plot);
}

/// The hand over time: logged, predicted, and how far the two are apart.
std::string draw_what_if_hand(const WhatIfResult& result) {
  TimePlot plot = new_plot(result, "what-if-hand", "Hand",
                           "Logged path of the hand and the path predicted for the changed commands.");
  for (const int axis : {0, 1}) {
    plot.panels.push_back(both_sides(result, {axis == 0 ? "Hand x" : "Hand y", "mm"}, axis + 1,
                                     {"log", "predicted"},
                                     [axis](const WhatIfSide& side) { return 1e3 * side.hand[axis]; }));
  }
  PlotPanel apart{"Between the two", "mm"};
  apart.height = 90.0;
  apart.include = {0.0, 0.0};
  apart.series.push_back({"", 3, CurveStyle::kThin, values_of(result.samples, [](const WhatIfSample& s) {
                            return 1e3 * (s.replayed.hand - s.logged.hand).norm();
                          })});
  plot.panels.push_back(std::move(apart));
  return draw_time_plot(plot);
}

/// When the rate limit and the edges of the workspace acted.
std::string draw_what_if_limits(const WhatIfResult& result) {
  TimePlot plot = new_plot(result, "what-if-limits", "Limits",
                           "When the rate limit and the edges of the workspace acted.");
  const auto panel = [&](const std::string& title, const std::string& label, int colour, auto holds) {
    PlotPanel made{title, ""};
    made.height = 40.0;
    made.include = {0.0, 1.0};
    made.series.push_back(
        {"", colour, CurveStyle::kThin,
         values_of(result.samples, [&](const WhatIfSample& s) { return holds(s) ? 1.0 : 0.0; })});
    made.marks = PlotMarks{label, colour, stretches(plot.time, result.samples, holds)};
    plot.panels.push_back(std::move(made));
  };
  panel("Rate limit, log", "limited", 1, [](const WhatIfSample& s) { return s.logged.limited; });
  panel("Rate limit, changed", "limited", 1, [](const WhatIfSample& s) { return s.replayed.limited; });
  panel("Workspace, log", "turned", 2, [](const WhatIfSample& s) { return s.logged.corrected; });
  panel("Workspace, changed", "turned", 2, [](const WhatIfSample& s) { return s.replayed.corrected; });
  return draw_time_plot(plot);
}

/// The hand on the table: logged and predicted path.
std::string draw_what_if_path(const WhatIfResult& result) {
  XyPlot plot{"what-if-path",
              "Hand from above",
              "Logged path of the hand on the table and the path predicted for the changed commands.",
              {"x, mm"},
              {"y, mm"},
              true};
  XyCurve logged{"log", 1, true, {}};
  XyCurve predicted{"predicted", 2, false, {}};
  for (const WhatIfSample& sample : result.samples) {
    logged.points.push_back(1e3 * sample.logged.hand);
    predicted.points.push_back(1e3 * sample.replayed.hand);
  }
  const auto last = [](const XyCurve& curve) {
    return std::find_if(curve.points.rbegin(), curve.points.rend(),
                        [](const Vector2& p) { return p.allFinite(); });
  };
  if (const auto end = last(logged); end != logged.points.rend()) plot.marks.push_back({*end, 0.0, 1, "log"});
  if (const auto end = last(predicted); end != predicted.points.rend() && result.hand_offset > 0.0) {
    plot.marks.push_back({*end, 0.0, 2, "predicted"});
  }
  plot.curves = {std::move(logged), std::move(predicted)};
  return draw_xy_plot(plot);
}

std::string make_row(const std::string& what, const std::string& log, const std::string& changed) {
  return "<tr>" + element("td", what) + "<td class=\"num\">" + log + "</td><td class=\"num\">" + changed +
         "</td></tr>";
}

std::string time_text(const std::optional<Time>& time) {
  return time ? fmt::format("{:.2f} s", to_seconds(*time)) : std::string("never");
}

std::string make_counts(const WhatIfResult& result) {
  const WhatIfCounts& log = result.logged;
  const WhatIfCounts& changed = result.replayed;
  const auto row = [](const char* what, std::uint64_t a, std::uint64_t b) {
    return make_row(what, std::to_string(a), std::to_string(b));
  };
  std::string text = fmt::format("{} of {} commands differ", result.different_commands, result.cycles);
  if (result.first_difference) {
    text += fmt::format(
        ", the first at {:.2f} s; at most by {:.1f} deg/s in one joint, at {:.2f} s. The predicted hand is "
        "at most {:.0f} mm from the logged one",
        to_seconds(*result.first_difference), rad_to_deg(result.largest_rate_difference),
        to_seconds(result.largest_at), 1e3 * result.hand_offset);
  }
  std::string html = "<section class=\"card\"><h2>In numbers</h2>" + element("p", text + ".") +
                     "<table><thead><tr><th></th><th class=\"num\">Log</th>"
                     "<th class=\"num\">Changed</th></tr></thead><tbody>";
  html += row("Cycles in which the arm is led", log.active, changed.active);
  html += row("Cycles at the rate limit", log.limited, changed.limited);
  html += row("Cycles turned by the workspace", log.corrected, changed.corrected);
  html += make_row("Gripper told to close", time_text(log.gripper_closed), time_text(changed.gripper_closed));
  return html + "</tbody></table></section>\n";
}

std::string make_card(const char* heading, const std::string& svg) {
  return "<section class=\"card\">" + element("h2", heading) + "<figure><div class=\"scroll\">" + svg +
         "</div></figure></section>\n";
}

}  // namespace

std::string make_what_if_page(const WhatIfResult& result, const std::string& title,
                              const std::vector<std::string>& changes) {
  std::string html = "<header><div><div class=\"brand\">Freefloat what-if</div>" + element("h1", title);
  for (const std::string& change : changes) html += element("p", change);
  html += "</div></header>\n<div class=\"top\">" +
          make_card("Predicted path of the hand", draw_what_if_path(result)) + "<div class=\"side\">" +
          make_counts(result) + "<section class=\"card\"><h2>What this cannot know</h2>";
  for (const std::string& line : limits_of_knowledge(result)) html += element("p", line);
  html += "</section></div></div>\n<div class=\"plots\">" +
          make_card("Commands", draw_what_if_rates(result)) +
          make_card("The hand over time", draw_what_if_hand(result)) +
          make_card("Limits and workspace", draw_what_if_limits(result)) + "</div>\n";
  return make_page(title, html, {});
}

}  // namespace freefloat
