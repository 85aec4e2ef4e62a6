#include "drawing/xy_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "drawing/label_placer.h"
#include "drawing/number_format.h"
#include "drawing/plot_look.h"
#include "drawing/polyline.h"
#include "drawing/style.h"
#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kLeft = kPlotLeft + 14.0;  // room for the upright axis's name
constexpr double kMostHeight = 520.0;

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void include(double value, AxisScale scale) {
    if (!std::isfinite(value) || (scale == AxisScale::kLogarithmic && value <= 0.0)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

Range range_of(const XyPlot& plot, const XyAxis& axis, int component) {
  Range range;
  for (const XyCurve& curve : plot.curves) {
    for (const Vector2& point : curve.points) {
      if (point.allFinite()) range.include(point[component], axis.scale);
    }
  }
  for (const XyMark& mark : plot.marks) {
    range.include(mark.at[component] - mark.radius, axis.scale);
    range.include(mark.at[component] + mark.radius, axis.scale);
  }
  if (axis.include) {
    range.include(axis.include->first, axis.scale);
    range.include(axis.include->second, axis.scale);
  }
  return range;
}

Axis make_axis(const XyAxis& axis, const Range& range, int ticks) {
  return axis.scale == AxisScale::kLogarithmic ? make_logarithmic_axis(range.low, range.high)
                                               : make_linear_axis(range.low, range.high, ticks, true);
}

/// @return The axis's name, its unit with the power of ten that was taken out of its numbers: "x, 10⁻⁶ m".
std::string shorten_numbers(Axis& axis, const std::string& label) {
  const int exponent = shorten_labels(axis, kTickCharacters);
  if (exponent == 0) return label;
  const std::size_t comma = label.rfind(", ");
  if (comma == std::string::npos) return label + ", " + format_power_of_ten(exponent);
  return label.substr(0, comma + 2) + format_power_of_ten(exponent) + " " + label.substr(comma + 2);
}

/// Both axes, and where they lie in the picture, pixels.
struct Frame {
  Axis x;
  Axis y;
  std::string x_label;
  std::string y_label;
  double top = 0.0;
  double bottom = 0.0;
  double right = kPlotRight;

  Vector2 operator()(const Vector2& point) const {
    return {kLeft + x.fraction(point.x()) * (right - kLeft), bottom - y.fraction(point.y()) * (bottom - top)};
  }
};

Frame make_frame(const XyPlot& plot, double top) {
  Frame frame;
  frame.top = top;
  frame.bottom = top + plot.height;
  frame.x = make_axis(plot.x, range_of(plot, plot.x, 0), 8);
  frame.y = make_axis(plot.y, range_of(plot, plot.y, 1), std::max(2, static_cast<int>(plot.height / 36.0)));
  frame.x_label = shorten_numbers(frame.x, plot.x.label);
  frame.y_label = shorten_numbers(frame.y, plot.y.label);
  if (!plot.equal_scales) return frame;
  // As high as the width asks for; what would be too high becomes narrower.
  const double wide = frame.x.high - frame.x.low;
  const double tall = frame.y.high - frame.y.low;
  const double pixels = std::min((kPlotRight - kLeft) / wide, kMostHeight / tall);
  frame.right = kLeft + pixels * wide;
  frame.bottom = top + pixels * tall;
  return frame;
}

double draw_legend(SvgWriter& svg, const XyPlot& plot) {
  svg.text({kLeft, 13.0}, plot.title, "ptitle");
  double x = kLeft;
  double y = kLegendRow + 3.0;
  bool any = false;
  for (const XyCurve& curve : plot.curves) {
    if (curve.label.empty()) continue;
    const double width = 34.0 + text_width(curve.label, kPlotFont);
    if (any && x + width > kPlotRight + 8.0) {
      x = kLeft;
      y += kLegendRow;
    }
    any = true;
    svg.line({x, y + 7.5}, {x + 16.0, y + 7.5},
             (curve.broad ? "curve broad " : "curve ") + colour_class(curve.colour));
    svg.text({x + 21.0, y + 11.0}, curve.label, "label");
    x += width;
  }
  return any ? y + kLegendRow + 5.0 : y + 2.0;
}

/// @return Every which tick of the x axis has room for its number: diagrams of equal scales may be narrow.
std::size_t numbers_apart(const Frame& frame) {
  double widest = 0.0;
  for (const AxisTick& tick : frame.x.ticks)
    widest = std::max(widest, text_width(tick.label, kPlotFont) + 6.0);
  const double spacing =
      (frame.right - kLeft) / static_cast<double>(std::max<std::size_t>(frame.x.ticks.size(), 2) - 1);
  return frame.x.scale == AxisScale::kLogarithmic ? 1 : static_cast<std::size_t>(std::ceil(widest / spacing));
}

void draw_grid(SvgWriter& svg, const Frame& frame) {
  svg.rectangle({kLeft, frame.top}, {frame.right - kLeft, frame.bottom - frame.top}, "plane");
  const std::size_t every = numbers_apart(frame);
  for (std::size_t i = 0; i < frame.x.ticks.size(); ++i) {
    const AxisTick& tick = frame.x.ticks[i];
    const double x = frame({tick.value, frame.y.low}).x();
    svg.line({x, frame.top}, {x, frame.bottom}, "grid");
    if (i % every == 0 && !tick.label.empty()) draw_number_below(svg, x, frame.bottom + 15.0, tick.label);
  }
  for (const AxisTick& tick : frame.y.ticks) {
    const double y = frame({frame.x.low, tick.value}).y();
    svg.line({kLeft, y}, {frame.right, y}, "grid");
    if (!tick.label.empty()) svg.text({kLeft - 6.0, y + 3.8}, tick.label, "tick", TextAnchor::kEnd);
  }
}

void draw_curves(SvgWriter& svg, const XyPlot& plot, const Frame& frame, LabelPlacer& labels) {
  for (const bool broad : {true, false}) {
    for (const XyCurve& curve : plot.curves) {
      if (curve.broad != broad) continue;
      Polyline line;
      for (const Vector2& point : curve.points) {
        line.push_back(point.allFinite() ? frame(point) : point);
      }
      svg.path(make_path(line, false), (broad ? "curve broad " : "curve ") + colour_class(curve.colour));
      labels.avoid(line);
    }
  }
}

/// Left ends of a text along a circle, outside and inside of it, the top first.
Polyline places_along(const Vector2& centre, double radius, double width) {
  constexpr int kDirections = 24;
  Polyline places;
  for (int step = 0; step < kDirections; ++step) {
    const double angle = kPi * (step % 2 == 0 ? step : -step - 1) / kDirections;
    const Vector2 outwards(std::sin(angle), -std::cos(angle));
    for (const double side : {1.0, -1.0}) {
      // The text's middle is as far from the circle as the text reaches towards it.
      const double reach =
          0.5 * width * std::abs(outwards.x()) + 0.6 * kNoteFont * std::abs(outwards.y()) + 4.0;
      places.push_back(centre + (radius + side * reach) * outwards + Vector2(-0.5 * width, 0.35 * kNoteFont));
    }
  }
  return places;
}

void draw_marks(SvgWriter& svg, const XyPlot& plot, const Frame& frame, LabelPlacer& labels) {
  const double pixels = (frame.right - kLeft) / (frame.x.high - frame.x.low);
  for (const XyMark& mark : plot.marks) {
    if (!mark.at.allFinite()) continue;
    const Vector2 at = frame(mark.at);
    if (mark.radius > 0.0) {
      svg.circle(at, mark.radius * pixels, "curve level " + colour_class(mark.colour));
      labels.avoid(circle_points(at, mark.radius * pixels));
    } else {
      svg.circle(at, 3.5, "mark " + colour_class(mark.colour));
      labels.avoid({at});
    }
  }
  for (const XyMark& mark : plot.marks) {
    if (!mark.at.allFinite() || mark.label.empty()) continue;
    const Vector2 at = frame(mark.at);
    const double width = text_width(mark.label, kNoteFont);
    svg.text(mark.radius > 0.0
                 ? labels.choose(places_along(at, mark.radius * pixels, width), mark.label, kNoteFont)
                 : labels.place(at, mark.label, kNoteFont),
             mark.label, "note");
  }
}

}  // namespace

XyPlot plane_plot(std::string id, std::string title, std::string description) {
  return {std::move(id), std::move(title), std::move(description), {"x, m"}, {"y, m"}, true};
}

std::string draw_xy_plot(const XyPlot& plot, bool standalone) {
  SvgWriter svg(kPlotWidth, 0.0, plot.id, plot.title, plot.description);
  if (standalone) svg.make_standalone(std::string(theme_style()) + std::string(picture_style()));
  const Frame frame = make_frame(plot, draw_legend(svg, plot));
  draw_grid(svg, frame);
  LabelPlacer labels({kLeft, frame.top}, {frame.right, frame.bottom});
  draw_curves(svg, plot, frame, labels);
  draw_marks(svg, plot, frame, labels);
  svg.text({frame.right, frame.bottom + 30.0}, frame.x_label, "tick", TextAnchor::kEnd);
  const double middle = 0.5 * (frame.top + frame.bottom);
  svg.begin_group("", "transform=\"rotate(-90 12 " + std::to_string(middle) + ")\"");
  svg.text({12.0, middle}, frame.y_label, "tick", TextAnchor::kMiddle);
  svg.end_group();
  svg.set_height(frame.bottom + 36.0);
  return svg.finish();
}

}  // namespace freefloat
