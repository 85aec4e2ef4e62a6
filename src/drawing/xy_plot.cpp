#include "drawing/xy_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "drawing/plot.h"
#include "drawing/polyline.h"
#include "drawing/svg.h"

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

/// Both axes, and where they lie in the picture, pixels.
struct Frame {
  Axis x;
  Axis y;
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

void draw_grid(SvgWriter& svg, const Frame& frame) {
  svg.rectangle({kLeft, frame.top}, {frame.right - kLeft, frame.bottom - frame.top}, "plane");
  for (const AxisTick& tick : frame.x.ticks) {
    const double x = frame({tick.value, frame.y.low}).x();
    svg.line({x, frame.top}, {x, frame.bottom}, "grid");
    // The last one may be too long to stand in the middle below its line.
    const double most = kPlotWidth - 0.5 * text_width(tick.label, kPlotFont);
    if (!tick.label.empty()) {
      svg.text({std::min(x, most), frame.bottom + 15.0}, tick.label, "tick", TextAnchor::kMiddle);
    }
  }
  for (const AxisTick& tick : frame.y.ticks) {
    const double y = frame({frame.x.low, tick.value}).y();
    svg.line({kLeft, y}, {frame.right, y}, "grid");
    if (!tick.label.empty()) svg.text({kLeft - 6.0, y + 3.8}, tick.label, "tick", TextAnchor::kEnd);
  }
}

void draw_curves(SvgWriter& svg, const XyPlot& plot, const Frame& frame) {
  for (const bool broad : {true, false}) {
    for (const XyCurve& curve : plot.curves) {
      if (curve.broad != broad) continue;
      Polyline line;
      for (const Vector2& point : curve.points) {
        line.push_back(point.allFinite() ? frame(point) : point);
      }
      svg.path(make_path(line, false), (broad ? "curve broad " : "curve ") + colour_class(curve.colour));
    }
  }
}

void draw_marks(SvgWriter& svg, const XyPlot& plot, const Frame& frame) {
  const double pixels = (frame.right - kLeft) / (frame.x.high - frame.x.low);
  for (const XyMark& mark : plot.marks) {
    if (!mark.at.allFinite()) continue;
    const Vector2 at = frame(mark.at);
    if (mark.radius > 0.0) {
      svg.circle(at, mark.radius * pixels, "curve level " + colour_class(mark.colour));
    } else {
      svg.circle(at, 3.5, "mark " + colour_class(mark.colour));
    }
    if (mark.label.empty()) continue;
    if (mark.radius > 0.0) {
      svg.text(at - Vector2(0.0, mark.radius * pixels + 4.0), mark.label, "note", TextAnchor::kMiddle);
      continue;
    }
    const bool fits = at.x() + 7.0 + text_width(mark.label, kPlotFont) <= kPlotWidth;
    svg.text(at + Vector2(fits ? 7.0 : -7.0, -5.0), mark.label, "note",
             fits ? TextAnchor::kStart : TextAnchor::kEnd);
  }
}

}  // namespace

std::string draw_xy_plot(const XyPlot& plot) {
  SvgWriter svg(kPlotWidth, 0.0, plot.id, plot.title, plot.description);
  const Frame frame = make_frame(plot, draw_legend(svg, plot));
  draw_grid(svg, frame);
  draw_curves(svg, plot, frame);
  draw_marks(svg, plot, frame);
  svg.text({frame.right, frame.bottom + 30.0}, plot.x.label, "tick", TextAnchor::kEnd);
  const double middle = 0.5 * (frame.top + frame.bottom);
  svg.begin_group("", "transform=\"rotate(-90 12 " + std::to_string(middle) + ")\"");
  svg.text({12.0, middle}, plot.y.label, "tick", TextAnchor::kMiddle);
  svg.end_group();
  svg.set_height(frame.bottom + 36.0);
  return svg.finish();
}

}  // namespace freefloat
