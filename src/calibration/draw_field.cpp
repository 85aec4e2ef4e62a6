#include "calibration/draw_field.h"

#include <algorithm>
#include <cmath>

#include "drawing/number_format.h"
#include "drawing/plot.h"
#include "drawing/svg.h"

namespace freefloat {
namespace {

constexpr double kFrame = 8.0;  // around the picture, pixels of the page
constexpr double kLeastOpacity = 0.04;
constexpr int kNumbersAcross = 6;

/// From the camera's picture to the page.
struct PictureMap {
  double scale = 1.0;
  Vector2 operator()(const Vector2& uv) const {
    return Vector2::Constant(kFrame) + scale * (uv + Vector2::Constant(0.5));
  }
};

PictureMap map_of(const LensField& field) {
  return {(kPlotWidth - 2.0 * kFrame) / std::max(1, field.width)};
}

SvgWriter begin_picture(const LensField& field, const FieldPicture& picture) {
  const PictureMap map = map_of(field);
  SvgWriter svg(kPlotWidth, 2.0 * kFrame + map.scale * field.height, picture.id, picture.title,
                picture.description);
  svg.rectangle(Vector2::Constant(kFrame), map.scale * Vector2(field.width, field.height), "tabletop");
  return svg;
}

}  // namespace

std::string draw_field(const LensField& field, const FieldPicture& picture,
                       const std::vector<Vector2>& dots) {
  const PictureMap map = map_of(field);
  SvgWriter svg = begin_picture(field, picture);
  const double full = std::max(field.largest(), 1e-300);
  const Vector2 cell = map.scale * Vector2(static_cast<double>(field.width) / field.columns,
                                           static_cast<double>(field.height) / field.rows);
  for (int row = 0; row < field.rows; ++row) {
    for (int column = 0; column < field.columns; ++column) {
      const double value = field.values[row * field.columns + column];
      if (!std::isfinite(value) || value <= 0.0) continue;
      const double opacity = kLeastOpacity + (0.85 - kLeastOpacity) * std::min(1.0, value / full);
      const Vector2 corner = map(field.middle(column, row)) - 0.5 * cell;
      svg.path("M" + format_coordinate(corner.x()) + " " + format_coordinate(corner.y()) + "h" +
                   format_coordinate(cell.x()) + "v" + format_coordinate(cell.y()) + "h" +
                   format_coordinate(-cell.x()) + "z",
               "mark c1", "fill-opacity=\"" + format_fixed(opacity, 2) + "\"");
    }
  }
  for (const Vector2& dot : dots) svg.circle(map(dot), 1.0, "mark c2");
  if (dots.empty()) {
    const int step = std::max(1, field.columns / kNumbersAcross);
    for (int row = step / 2; row < field.rows; row += step) {
      for (int column = step / 2; column < field.columns; column += step) {
        const double value = field.values[row * field.columns + column];
        if (!std::isfinite(value)) continue;
        svg.text(map(field.middle(column, row)) + Vector2(0.0, 4.0),
                 format_fixed(picture.scale * value, picture.decimals), "note", TextAnchor::kMiddle);
      }
    }
  }
  return svg.finish();
}

std::string draw_arrows(const LensField& along_u, const LensField& along_v, const FieldPicture& picture,
                        double enlarged) {
  const PictureMap map = map_of(along_u);
  SvgWriter svg = begin_picture(along_u, picture);
  for (int row = 0; row < along_u.rows; ++row) {
    for (int column = 0; column < along_u.columns; ++column) {
      const int index = row * along_u.columns + column;
      const Vector2 value(along_u.values[index], along_v.values[index]);
      if (!value.allFinite()) continue;
      const Vector2 from = map(along_u.middle(column, row));
      svg.line(from, from + enlarged * value, "curve c1");
      svg.circle(from, 1.2, "mark c1");
    }
  }
  return svg.finish();
}

}  // namespace freefloat
