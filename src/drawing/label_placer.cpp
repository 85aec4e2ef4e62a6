#include "drawing/label_placer.h"

#include <cmath>
#include <limits>

#include "drawing/svg.h"
#include "types/angle.h"

namespace freefloat {

namespace {

/// Area shared by two boxes, square pixels.
double overlap(const Vector2& low_a, const Vector2& high_a, const Vector2& low_b, const Vector2& high_b) {
  const Vector2 size = high_a.cwiseMin(high_b) - low_a.cwiseMax(low_b);
  return size.minCoeff() > 0.0 ? size.prod() : 0.0;
}

}  // namespace

LabelPlacer::LabelPlacer(const Vector2& upper_left, const Vector2& lower_right)
    : frame_{upper_left, lower_right} {}

void LabelPlacer::avoid(const Polyline& points) {
  for (const Vector2& point : points) {
    if (point.allFinite()) points_.push_back(point);
  }
}

double LabelPlacer::cost(const Box& box) const {
  double sum = 0.0;
  for (const Box& other : boxes_) sum += 10.0 * overlap(box.low, box.high, other.low, other.high);
  for (const Vector2& point : points_) {
    if ((point.array() > box.low.array()).all() && (point.array() < box.high.array()).all()) sum += 15.0;
  }
  const double area = (box.high - box.low).prod();
  return sum + 50.0 * (area - overlap(box.low, box.high, frame_.low, frame_.high));
}

Vector2 LabelPlacer::place(const Vector2& anchor, std::string_view text, double font_size) {
  const Vector2 size(text_width(text, font_size), font_size * 1.2);
  Box best{anchor, anchor + size};
  double least = std::numeric_limits<double>::infinity();
  for (const double radius : {11.0, 20.0, 32.0, 46.0}) {
    for (int step = 0; step < 16; ++step) {
      const double angle = kPi * step / 8.0;
      const Vector2 direction(std::cos(angle), -std::sin(angle));
      // The box touches the circle with the side that faces the anchor.
      const Vector2 centre = anchor + radius * direction + 0.5 * size.cwiseProduct(direction);
      const Box box{centre - size / 2.0, centre + size / 2.0};
      const double here = cost(box) + radius;
      if (here < least) {
        least = here;
        best = box;
      }
    }
  }
  boxes_.push_back(best);
  return {best.low.x(), best.high.y() - 0.25 * font_size};
}

}  // namespace freefloat
