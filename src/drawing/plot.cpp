#include "drawing/plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "drawing/label_placer.h"
#include "drawing/number_format.h"
#include "drawing/plot_look.h"
#include "drawing/polyline.h"

namespace freefloat {

namespace {

constexpr double kRibbon = 15.0;

std::string curve_class(const PlotSeries& series) {
  return (series.style == CurveStyle::kBroad ? "curve broad " : "curve ") + colour_class(series.colour);
}

/// Maps one panel's values to pixels.
struct PanelFrame {
  const TimePlot& plot;
  Axis axis;
  double top;
  double bottom;

  double x(double time) const {
    return kPlotLeft + (time - plot.begin) / (plot.end - plot.begin) * (kPlotRight - kPlotLeft);
  }
  double y(double value) const { return bottom - axis.fraction(value) * (bottom - top); }
};

Axis choose_axis(const PlotPanel& panel) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  const bool logarithmic = panel.scale == AxisScale::kLogarithmic;
  const auto include = [&](double value) {
    if (!std::isfinite(value) || (logarithmic && value <= 0.0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const PlotSeries& series : panel.series)
    std::for_each(series.values.begin(), series.values.end(), include);
  for (const PlotLevel& level : panel.levels) include(level.value);
  if (panel.include) {
    include(panel.include->first);
    include(panel.include->second);
  }
  if (logarithmic) return make_logarithmic_axis(low, high);
  return make_linear_axis(low, high, std::max(2, static_cast<int>(panel.height / 32.0)), true);
}

/// @return The unit with the power of ten that was taken out of the axis's numbers.
std::string in_units_of(int exponent, const std::string& unit) {
  if (exponent == 0) return unit;
  return format_power_of_ten(exponent) + (unit.empty() ? "" : " " + unit);
}

double entry_width(const std::string& label) {
  return label.empty() ? 0.0 : 22.0 + text_width(label, kPlotFont) + 12.0;
}

/// Title on the left, then the legend's entries; wraps into further rows.
/// @return Height used.
double draw_header(SvgWriter& svg, const PlotPanel& panel, const std::string& unit, double top) {
  const std::string title = unit.empty() ? panel.title : panel.title + ", " + unit;
  svg.text({kPlotLeft, top + 11.0}, title, "ptitle");
  double first = kPlotLeft + 1.12 * text_width(title, kPlotFont + 1.0) + 16.0;
  double y = top;
  double widest = panel.marks ? entry_width(panel.marks->label) : 0.0;
  for (const PlotSeries& series : panel.series) widest = std::max(widest, entry_width(series.label));
  if (first + widest > kPlotRight + 8.0) {  // beside the title is no room
    first = kPlotLeft;
    y += kLegendRow;
  }
  double x = first;
  const auto entry = [&](const std::string& label, const std::string& css_class, bool line) {
    if (label.empty()) return;
    const double width = entry_width(label);
    if (x > first && x + width > kPlotRight + 8.0) {
      x = first;
      y += kLegendRow;
    }
    if (line) {
      svg.line({x, y + 7.5}, {x + 16.0, y + 7.5}, css_class);
    } else {
      svg.rectangle({x, y + 4.0}, {16.0, 6.0}, css_class);
    }
    svg.text({x + 21.0, y + 11.0}, label, "label");
    x += width;
  };
  for (const PlotSeries& series : panel.series) entry(series.label, curve_class(series), true);
  if (panel.marks) entry(panel.marks->label, "mark " + colour_class(panel.marks->colour), false);
  return y - top + kLegendRow + 3.0;
}

void draw_bands(SvgWriter& svg, const PanelFrame& frame) {
  for (const PlotBand& band : frame.plot.bands) {
    const double left = std::clamp(frame.x(band.begin), kPlotLeft, kPlotRight);
    const double right = std::clamp(frame.x(band.end), kPlotLeft, kPlotRight);
    if (band.shaded && right > left) {
      svg.rectangle({left, frame.top}, {right - left, frame.bottom - frame.top}, "band");
    }
    if (left > kPlotLeft) svg.line({left, frame.top}, {left, frame.bottom}, "edge");
  }
}

void draw_ribbon(SvgWriter& svg, const PanelFrame& frame, double top) {
  for (const PlotBand& band : frame.plot.bands) {
    const double left = std::clamp(frame.x(band.begin), kPlotLeft, kPlotRight);
    const double right = std::clamp(frame.x(band.end), kPlotLeft, kPlotRight);
    if (right <= left) continue;
    svg.begin_group("phase " + band.css_class);
    svg.tool_tip(band.label + " (" + format_fixed(band.begin, 1) + " – " + format_fixed(band.end, 1) + " s)");
    svg.rectangle({left + 0.5, top}, {std::max(right - left - 1.0, 0.5), kRibbon}, "ribbon", 2.0);
    if (text_width(band.label, kPlotFont - 1.0) + 8.0 < right - left) {
      svg.text({(left + right) / 2.0, top + 11.0}, band.label, "rlabel", TextAnchor::kMiddle);
    }
    svg.end_group();
  }
}

void draw_levels(SvgWriter& svg, const PlotPanel& panel, const PanelFrame& frame) {
  for (const PlotLevel& level : panel.levels) {
    if (!std::isfinite(level.value)) continue;
    const double y = frame.y(level.value);
    svg.line({kPlotLeft, y}, {kPlotRight, y}, "level " + colour_class(level.colour));
  }
}

/// Each level's label above or below its line, where it covers no curve.
void label_levels(SvgWriter& svg, const PlotPanel& panel, const PanelFrame& frame,
                  const std::vector<Polyline>& curves) {
  LabelPlacer labels({kPlotLeft, frame.top}, {kPlotRight, frame.bottom});
  for (const Polyline& curve : curves) labels.avoid(curve);
  for (const PlotLevel& level : panel.levels)
    labels.avoid({{kPlotLeft, frame.y(level.value)}, {kPlotRight, frame.y(level.value)}});
  for (const PlotLevel& level : panel.levels) {
    if (!std::isfinite(level.value) || level.label.empty()) continue;
    const double y = frame.y(level.value);
    const double room = kPlotRight - kPlotLeft - 6.0 - text_width(level.label, kNoteFont);
    Polyline places;
    for (double share = 1.0; share > -0.01; share -= 0.05) {
      for (const double below : {-5.0, 13.0}) places.emplace_back(kPlotLeft + 3.0 + share * room, y + below);
    }
    svg.text(labels.choose(places, level.label, kNoteFont), level.label, "note");
  }
}

/// @return The curves' points, pixels.
std::vector<Polyline> draw_curves(SvgWriter& svg, const PlotPanel& panel, const PanelFrame& frame) {
  std::vector<Polyline> curves;
  // Broad curves first: they lie beneath.
  for (const CurveStyle style : {CurveStyle::kBroad, CurveStyle::kThin}) {
    for (const PlotSeries& series : panel.series) {
      if (series.style != style) continue;
      Polyline line;
      const std::size_t count = std::min(series.values.size(), frame.plot.time.size());
      for (std::size_t i = 0; i < count; ++i) {
        const double value = series.values[i];
        const double gap = std::numeric_limits<double>::quiet_NaN();
        line.emplace_back(frame.x(frame.plot.time[i]), std::isfinite(value) ? frame.y(value) : gap);
      }
      svg.path(make_path(line, true), curve_class(series));
      curves.push_back(std::move(line));
    }
  }
  return curves;
}

void draw_panel(SvgWriter& svg, const PlotPanel& panel, const PanelFrame& frame, const Axis& time_axis) {
  svg.rectangle({kPlotLeft, frame.top}, {kPlotRight - kPlotLeft, frame.bottom - frame.top}, "plane");
  draw_bands(svg, frame);
  for (const AxisTick& tick : frame.axis.ticks) {
    const double y = frame.y(tick.value);
    svg.line({kPlotLeft, y}, {kPlotRight, y},
             frame.axis.scale == AxisScale::kLinear && tick.value == 0.0 ? "zero" : "grid");
    if (!tick.label.empty()) svg.text({kPlotLeft - 6.0, y + 3.8}, tick.label, "tick", TextAnchor::kEnd);
  }
  for (const AxisTick& tick : time_axis.ticks) {
    svg.line({frame.x(tick.value), frame.top}, {frame.x(tick.value), frame.bottom}, "grid");
  }
  if (panel.marks) {
    for (const auto& [begin, end] : panel.marks->intervals) {
      const double left = std::clamp(frame.x(begin), kPlotLeft, kPlotRight);
      const double right = std::clamp(frame.x(end), kPlotLeft, kPlotRight);
      svg.rectangle({left, frame.bottom - 7.0}, {std::max(right - left, 1.0), 7.0},
                    "mark " + colour_class(panel.marks->colour));
    }
  }
  draw_levels(svg, panel, frame);
  label_levels(svg, panel, frame, draw_curves(svg, panel, frame));
  const bool drawn = std::any_of(panel.series.begin(), panel.series.end(), [](const PlotSeries& series) {
    return std::any_of(series.values.begin(), series.values.end(), [](double v) { return std::isfinite(v); });
  });
  if (!drawn) {
    svg.text({(kPlotLeft + kPlotRight) / 2.0, (frame.top + frame.bottom) / 2.0 + 4.0}, "no data", "note",
             TextAnchor::kMiddle);
  }
}

}  // namespace

TimePlot plot_over(std::vector<double> time, std::string id, std::string title, std::string description) {
  const double begin = time.front(), end = std::max(time.back(), begin + 1e-9);
  return {std::move(id), std::move(title), std::move(description), std::move(time), begin, end};
}

std::string draw_time_plot(const TimePlot& asked) {
  TimePlot plot = asked;
  if (!std::isfinite(plot.begin)) plot.begin = 0.0;
  if (!std::isfinite(plot.end) || plot.end <= plot.begin) plot.end = plot.begin + 1.0;
  const Axis time_axis = make_linear_axis(plot.begin, plot.end, 8, false);

  // Panels are drawn on a picture of unknown height first: legends decide it.
  SvgWriter svg(kPlotWidth, 0.0, plot.id, plot.title, plot.description);
  double top = plot.bands.empty() ? 2.0 : kRibbon + 8.0;
  const double first_top = top;
  for (std::size_t i = 0; i < plot.panels.size(); ++i) {
    const PlotPanel& panel = plot.panels[i];
    if (i > 0) top += 12.0;
    Axis axis = choose_axis(panel);
    const int exponent = shorten_labels(axis, kTickCharacters);
    top += draw_header(svg, panel, in_units_of(exponent, panel.unit), top);
    const PanelFrame frame{plot, std::move(axis), top, top + panel.height};
    if (i == 0 && !plot.bands.empty()) draw_ribbon(svg, frame, 0.0);
    draw_panel(svg, panel, frame, time_axis);
    top = frame.bottom;
  }
  const PanelFrame frame{plot, {}, first_top, top};
  for (const AxisTick& tick : time_axis.ticks) {
    draw_number_below(svg, frame.x(tick.value), top + 15.0, tick.label);
  }
  svg.text({kPlotRight, top + 30.0}, "time, s", "tick", TextAnchor::kEnd);
  svg.line({kPlotLeft, first_top + kLegendRow + 3.0}, {kPlotLeft, top}, "cursor");
  svg.set_height(top + 36.0);
  return svg.finish();
}

std::string draw_histogram(const Histogram& histogram) {
  constexpr double kTop = 22.0;
  constexpr double kBottom = 132.0;
  constexpr int kBins = 50;
  SvgWriter svg(kPlotWidth, kBottom + 36.0, histogram.id, histogram.title, histogram.description);
  svg.text({kPlotLeft, 13.0}, histogram.title, "ptitle");
  svg.rectangle({kPlotLeft, kTop}, {kPlotRight - kPlotLeft, kBottom - kTop}, "plane");

  double high = histogram.level && std::isfinite(histogram.level->value) ? histogram.level->value : 0.0;
  for (const double value : histogram.values) {
    if (std::isfinite(value)) high = std::max(high, value);
  }
  const Axis axis = make_linear_axis(0.0, high > 0.0 ? high : 1.0, 8, true);
  std::vector<double> counts(kBins, 0.0);
  for (const double value : histogram.values) {
    if (!std::isfinite(value)) continue;
    const auto bin = static_cast<std::size_t>(std::min(axis.fraction(value) * kBins, kBins - 1.0));
    counts[bin] += 1.0;
  }
  // Counts on a logarithmic scale: one late cycle among thousands is what people look for.
  const double most = *std::max_element(counts.begin(), counts.end());
  const Axis count_axis = make_logarithmic_axis(0.5, std::max(most, 10.0));
  const auto y = [&](double count) { return kBottom - count_axis.fraction(count) * (kBottom - kTop); };
  const auto x = [&](double fraction) { return kPlotLeft + fraction * (kPlotRight - kPlotLeft); };
  for (const AxisTick& tick : count_axis.ticks) {
    if (tick.value < 1.0 || tick.label.empty()) continue;
    svg.line({kPlotLeft, y(tick.value)}, {kPlotRight, y(tick.value)}, "grid");
    svg.text({kPlotLeft - 6.0, y(tick.value) + 3.8}, tick.label, "tick", TextAnchor::kEnd);
  }
  for (int bin = 0; bin < kBins; ++bin) {
    const double count = counts[bin];
    if (count <= 0.0) continue;
    const double left = x(static_cast<double>(bin) / kBins);
    svg.rectangle({left + 0.5, y(count)}, {(kPlotRight - kPlotLeft) / kBins - 1.0, kBottom - y(count)},
                  "bar");
  }
  for (const AxisTick& tick : axis.ticks) {
    draw_number_below(svg, x(axis.fraction(tick.value)), kBottom + 15.0, tick.label);
  }
  if (histogram.level && std::isfinite(histogram.level->value)) {
    const double at = x(axis.fraction(histogram.level->value));
    svg.line({at, kTop}, {at, kBottom}, "level climit");
    svg.text({at - 4.0, kTop + 12.0}, histogram.level->label, "note", TextAnchor::kEnd);
  }
  svg.text({kPlotRight, kBottom + 30.0}, histogram.unit, "tick", TextAnchor::kEnd);
  return svg.finish();
}

}  // namespace freefloat
