#include "replay/what_if_plots.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "drawing/plot.h"
#include "drawing/xy_plot.h"
#include "types/angle.h"

namespace freefloat {

namespace {

template <class Read>
std::vector<double> read(const WhatIfResult& result, Read&& reader) {
  std::vector<double> values;
  values.reserve(result.samples.size());
  for (const WhatIfSample& sample : result.samples) values.push_back(reader(sample));
  return values;
}

template <class Holds>
std::vector<std::pair<double, double>> stretches(const WhatIfResult& result, Holds&& holds) {
  std::vector<std::pair<double, double>> intervals;
  bool open = false;
  for (const WhatIfSample& sample : result.samples) {
    const double time = to_seconds(sample.time);
    if (open) intervals.back().second = time;
    if (holds(sample) && !open) intervals.emplace_back(time, time);
    open = holds(sample);
  }
  return intervals;
}

TimePlot new_plot(const WhatIfResult& result, std::string id, std::string title, std::string description) {
  TimePlot plot;
  plot.id = std::move(id);
  plot.title = std::move(title);
  plot.description = std::move(description);
  plot.time = read(result, [](const WhatIfSample& s) { return to_seconds(s.time); });
  plot.begin = plot.time.empty() ? 0.0 : plot.time.front();
  plot.end = plot.time.empty() ? 1.0 : std::max(plot.time.back(), plot.begin + 1e-3);
  return plot;
}

constexpr std::array kSides{&WhatIfSample::logged, &WhatIfSample::replayed};
constexpr std::array kStyles{CurveStyle::kBroad, CurveStyle::kThin};

/// The log's curve and the changed controller's.
/// @param value Of a WhatIfSide.
PlotPanel both_sides(const WhatIfResult& result, PlotPanel panel, int colour,
                     const std::array<const char*, 2>& labels, const auto& value) {
  for (std::size_t i = 0; i < kSides.size(); ++i) {
    panel.series.push_back({labels[i], colour, kStyles[i],
                            read(result, [&](const WhatIfSample& s) { return value(s.*kSides[i]); })});
  }
  return panel;
}

}  // namespace

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
  apart.series.push_back({"", 3, CurveStyle::kThin, read(result, [](const WhatIfSample& s) {
                            return 1e3 * (s.replayed.hand - s.logged.hand).norm();
                          })});
  plot.panels.push_back(std::move(apart));
  return draw_time_plot(plot);
}

std::string draw_what_if_limits(const WhatIfResult& result) {
  TimePlot plot = new_plot(result, "what-if-limits", "Limits",
                           "When the rate limit and the edges of the workspace acted.");
  const auto panel = [&](const std::string& title, const std::string& label, int colour, auto holds) {
    PlotPanel made{title, ""};
    made.height = 40.0;
    made.include = {0.0, 1.0};
    made.series.push_back({"", colour, CurveStyle::kThin,
                           read(result, [&](const WhatIfSample& s) { return holds(s) ? 1.0 : 0.0; })});
    made.marks = PlotMarks{label, colour, stretches(result, holds)};
    plot.panels.push_back(std::move(made));
  };
  panel("Rate limit, log", "limited", 1, [](const WhatIfSample& s) { return s.logged.limited; });
  panel("Rate limit, changed", "limited", 1, [](const WhatIfSample& s) { return s.replayed.limited; });
  panel("Workspace, log", "turned", 2, [](const WhatIfSample& s) { return s.logged.corrected; });
  panel("Workspace, changed", "turned", 2, [](const WhatIfSample& s) { return s.replayed.corrected; });
  return draw_time_plot(plot);
}

std::string draw_what_if_path(const WhatIfResult& result) {
  XyPlot plot;
  plot.id = "what-if-path";
  plot.title = "Hand from above";
  plot.description = "Logged path of the hand on the table and the path predicted for the changed commands.";
  plot.x.label = "x, mm";
  plot.y.label = "y, mm";
  plot.equal_scales = true;
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

}  // namespace freefloat
