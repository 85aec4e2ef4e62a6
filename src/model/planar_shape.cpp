#include "model/planar_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "types/angle.h"

namespace freefloat {

namespace {

constexpr double kSame = 1e-12;  // m: points that are one

struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  Vector2 on_first = Vector2::Zero();
  Vector2 on_second = Vector2::Zero();
};

std::size_t edge_count(const PlanarShape& shape) {
  return shape.corner_count > 2 ? shape.corner_count : 1;
}

/// The point of the edge that begins at that corner nearest to p; of a single corner itself.
Vector2 nearest_on_edge(const PlanarShape& shape, std::size_t edge, const Vector2& p) {
  const Vector2& begin = shape.corners[edge];
  const Vector2 way = shape.corners[(edge + 1) % shape.corner_count] - begin;
  const double square = way.squaredNorm();
  if (square <= 0.0) return begin;
  return begin + std::clamp((p - begin).dot(way) / square, 0.0, 1.0) * way;
}

Nearest nearest_points(const PlanarShape& first, const PlanarShape& second) {
  Nearest best;
  const auto look = [&](const Vector2& a, const Vector2& b) {
    const double distance = (b - a).norm();
    if (distance < best.distance) best = {distance, a, b};
  };
  for (std::size_t i = 0; i < first.corner_count; ++i)
    for (std::size_t edge = 0; edge < edge_count(second); ++edge)
      look(first.corners[i], nearest_on_edge(second, edge, first.corners[i]));
  for (std::size_t i = 0; i < second.corner_count; ++i)
    for (std::size_t edge = 0; edge < edge_count(first); ++edge)
      look(nearest_on_edge(first, edge, second.corners[i]), second.corners[i]);
  return best;
}

/// The direction in which the corners' hulls are farthest apart, of the edges' normals.
struct Gap {
  double distance = -std::numeric_limits<double>::infinity();
  Vector2 normal = Vector2::UnitX();
  Vector2 on_first = Vector2::Zero();
};

Vector2 farthest(const PlanarShape& shape, const Vector2& direction) {
  const auto* begin = shape.corners.data();
  return *std::max_element(begin, begin + shape.corner_count, [&](const Vector2& a, const Vector2& b) {
    return a.dot(direction) < b.dot(direction);
  });
}

/// @param of_first The normal is that of an edge of the first: the second's corner is the one that lies
/// deepest.
void look_along(const PlanarShape& first, const PlanarShape& second, const Vector2& normal, bool of_first,
                Gap& widest) {
  const Vector2 a = farthest(first, normal);
  const Vector2 b = farthest(second, -normal);
  const double distance = (b - a).dot(normal);
  if (distance <= widest.distance) return;
  widest = {distance, normal, of_first ? Vector2(b - distance * normal) : a};
}

Gap widest_gap(const PlanarShape& first, const PlanarShape& second) {
  Gap widest;
  for (const PlanarShape* shape : {&first, &second}) {
    if (shape->corner_count < 2) continue;
    for (std::size_t edge = 0; edge < edge_count(*shape); ++edge) {
      const Vector2 way = shape->corners[(edge + 1) % shape->corner_count] - shape->corners[edge];
      if (way.norm() <= kSame) continue;
      const Vector2 normal = -perpendicular(way).normalized();
      look_along(first, second, normal, shape == &first, widest);
      look_along(first, second, -normal, shape == &first, widest);
    }
  }
  return widest;
}

Separation between(const Vector2& on_first, double inner, const Vector2& normal, double distance,
                   double outer) {
  const double apart = distance - inner - outer;
  return {apart, normal, on_first + (inner + 0.5 * apart) * normal};
}

}  // namespace

PlanarShape PlanarShape::placed(const Vector2& p, double theta) const {
  PlanarShape moved = *this;
  const double c = std::cos(theta);
  const double s = std::sin(theta);
  for (std::size_t i = 0; i < corner_count; ++i) {
    const Vector2& corner = corners[i];
    moved.corners[i] = p + Vector2(c * corner.x() - s * corner.y(), s * corner.x() + c * corner.y());
  }
  return moved;
}

double PlanarShape::reach() const {
  double farthest_corner = 0.0;
  for (std::size_t i = 0; i < corner_count; ++i)
    farthest_corner = std::max(farthest_corner, corners[i].norm());
  return farthest_corner + radius;
}

PlanarShape make_circle(const Vector2& centre, double radius, const Vector2& heights) {
  PlanarShape shape;
  shape.corners[0] = centre;
  shape.radius = radius;
  shape.bottom = heights[0];
  shape.top = heights[1];
  return shape;
}

PlanarShape make_capsule(const Vector2& begin, const Vector2& end, double radius, const Vector2& heights) {
  PlanarShape shape = make_circle(begin, radius, heights);
  shape.corners[1] = end;
  shape.corner_count = 2;
  return shape;
}

PlanarShape make_rectangle(const Vector2& size, const Vector2& heights) {
  PlanarShape shape = make_circle(-0.5 * size, 0.0, heights);
  shape.corners[1] = {0.5 * size.x(), -0.5 * size.y()};
  shape.corners[2] = 0.5 * size;
  shape.corners[3] = {-0.5 * size.x(), 0.5 * size.y()};
  shape.corner_count = 4;
  return shape;
}

Separation separate(const PlanarShape& first, const PlanarShape& second) {
  const Gap gap = widest_gap(first, second);
  // The hulls cross: the way out leads through an edge, and a corner lies deepest.
  if (gap.distance <= 0.0 && std::isfinite(gap.distance))
    return between(gap.on_first, first.radius, gap.normal, gap.distance, second.radius);
  const Nearest nearest = nearest_points(first, second);
  const Vector2 normal = nearest.distance > kSame
                             ? Vector2((nearest.on_second - nearest.on_first) / nearest.distance)
                             : gap.normal;
  return between(nearest.on_first, first.radius, normal, nearest.distance, second.radius);
}

double least_distance(const PlanarShape& first, const PlanarShape& second) {
  const auto middle = [](const PlanarShape& shape) {
    Vector2 sum = Vector2::Zero();
    for (std::size_t i = 0; i < shape.corner_count; ++i) sum += shape.corners[i];
    return Vector2(sum / static_cast<double>(shape.corner_count));
  };
  const Vector2 a = middle(first);
  const Vector2 b = middle(second);
  const auto size = [](const PlanarShape& shape, const Vector2& centre) {
    double most = 0.0;
    for (std::size_t i = 0; i < shape.corner_count; ++i)
      most = std::max(most, (shape.corners[i] - centre).norm());
    return most + shape.radius;
  };
  return (b - a).norm() - size(first, a) - size(second, b);
}

}  // namespace freefloat
