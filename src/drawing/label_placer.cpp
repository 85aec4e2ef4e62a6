#include "drawing/label_placer.h"

#include <algorithm>
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

/// @return Whether the segment passes through the box.
bool crosses(const Vector2& from, const Vector2& to, const Vector2& low, const Vector2& high) {
  double enter = 0.0;
  double leave = 1.0;
  for (const Eigen::Index axis : {0, 1}) {
    const double along = to[axis] - from[axis];
    if (along == 0.0) {
      if (from[axis] < low[axis] || from[axis] > high[axis]) return false;
      continue;
    }
    const double a = (low[axis] - from[axis]) / along;
    const double b = (high[axis] - from[axis]) / along;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave;
}

}  // namespace

LabelPlacer::LabelPlacer(const Vector2& upper_left, const Vector2& lower_right)
    : frame_{upper_left, lower_right} {}

void LabelPlacer::avoid(const Polyline& line) {
  // Half a pixel more or less makes no difference to a label, but a run has thousands of points.
  for (const Polyline& piece : split_at_gaps(line)) lines_.push_back(simplify_polyline(piece, 0.5));
}

double LabelPlacer::cost(const Box& box) const {
  double sum = 0.0;
  for (const Box& other : boxes_) sum += 10.0 * overlap(box.low, box.high, other.low, other.high);
  const Vector2 room = Vector2::Constant(1.5);
  for (const Polyline& line : lines_) {
    const Vector2* from = &line.front();
    for (const Vector2& to : line) {
      sum += 15.0 * crosses(*from, to, box.low - room, box.high + room);
      from = &to;
    }
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

Vector2 LabelPlacer::choose(const Polyline& left_ends, std::string_view text, double font_size) {
  const Vector2 size(text_width(text, font_size), font_size * 1.2);
  const auto box_at = [&](const Vector2& left_end) {
    const Vector2 low = left_end + Vector2(0.0, 0.25 * font_size - size.y());
    return Box{low, low + size};
  };
  Vector2 best = left_ends.front();
  double least = std::numeric_limits<double>::infinity();
  for (const Vector2& left_end : left_ends) {
    const double here = cost(box_at(left_end));
    if (here < least - 1e-6) {
      least = here;
      best = left_end;
    }
  }
  boxes_.push_back(box_at(best));
  return best;
}

}  // namespace freefloat
