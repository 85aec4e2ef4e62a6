#include "guidance/hand_path.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace freefloat {

namespace {

// In a corner the velocity changes its direction at once. It may be as large as the acceleration brings about
// in this time, in which the joints can follow.
constexpr double kCornerTime = 0.1;       // s
constexpr std::size_t kNeighbours = 100;  // segments before and after that a point is compared with

/// @return The speed with which the corner b between a and c may be passed, m/s.
double corner_speed(const HandPath& path, const Vector2& a, const Vector2& b, const Vector2& c) {
  const double jump = ((c - b).normalized() - (b - a).normalized()).norm();  // of velocity at 1 m/s
  return jump > 0.0 ? std::min(path.speed, path.acceleration * kCornerTime / jump) : path.speed;
}

double braking_speed(double final_speed, double acceleration, double way) {
  return std::sqrt(final_speed * final_speed + 2.0 * acceleration * std::max(0.0, way));
}

}  // namespace

double distance_to_segment(const Vector2& p, const Vector2& a, const Vector2& b) {
  const Vector2 way = b - a;
  const double squared = way.squaredNorm();
  const double share = squared > 0.0 ? std::clamp((p - a).dot(way) / squared, 0.0, 1.0) : 0.0;
  return (p - a - share * way).norm();
}

PathTable::PathTable(const HandPath& given) : path(given) {
  const std::vector<Vector2>& points = path.points;
  if (points.empty()) return;
  along.assign(points.size(), 0.0);
  for (std::size_t i = 1; i < points.size(); ++i)
    along[i] = along[i - 1] + (points[i] - points[i - 1]).norm();
  most_speed.assign(points.size(), 0.0);
  for (std::size_t i = points.size() - 1; i-- > 1;) {
    most_speed[i] = std::min(corner_speed(path, points[i - 1], points[i], points[i + 1]),
                             braking_speed(most_speed[i + 1], path.acceleration, along[i + 1] - along[i]));
  }
}

PlacedPath::PlacedPath(const PathTable& table, const Vector2& begin) : table_(table), begin_(begin) {
  const HandPath& path = table.path;
  if (path.line) {
    length_ = (path.line->to - begin).norm();
  } else if (path.circle) {
    const Vector2 arm = begin - path.circle->centre;
    angle_ = std::atan2(arm.y(), arm.x());
    radius_ = arm.norm();
    length_ = radius_ * std::abs(path.circle->turn);
  } else if (!table.along.empty()) {
    length_ = table.along.back();
  }
}

Vector2 PlacedPath::point(double s) const {
  const HandPath& path = table_.path;
  const double way = std::clamp(s, 0.0, length_);
  if (!(length_ > 0.0)) return begin_;
  if (path.line) return begin_ + way / length_ * (path.line->to - begin_);
  if (path.circle) {
    const double angle = angle_ + way / length_ * path.circle->turn;
    return path.circle->centre + radius_ * Vector2(std::cos(angle), std::sin(angle));
  }
  const std::vector<double>& along = table_.along;
  const auto next = std::upper_bound(along.begin(), along.end(), way);
  if (next == along.end()) return path.points.back();
  const std::size_t i = next - along.begin();
  const double share = (way - along[i - 1]) / (along[i] - along[i - 1]);
  return path.points[i - 1] + share * (path.points[i] - path.points[i - 1]);
}

double PlacedPath::most_speed(double s) const {
  const HandPath& path = table_.path;
  double most = std::min(path.speed, braking_speed(0.0, path.acceleration, length_ - s));
  if (!path.points.empty()) {
    const std::vector<double>& along = table_.along;
    const auto next = std::upper_bound(along.begin(), along.end(), s);
    if (next != along.end()) {
      const double corner = table_.most_speed[next - along.begin()];
      most = std::min(most, braking_speed(corner, path.acceleration, *next - s));
    }
  }
  return most;
}

double PlacedPath::distance(const Vector2& p_WX, double near) const {
  if (!p_WX.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const HandPath& path = table_.path;
  if (path.line) return distance_to_segment(p_WX, begin_, path.line->to);
  if (path.circle) return distance_to_arc(p_WX);
  if (path.points.size() < 2) return (p_WX - begin_).norm();
  return distance_to_points(p_WX, near);
}

double PlacedPath::distance_to_arc(const Vector2& p_WX) const {
  const CirclePath& circle = *table_.path.circle;
  const Vector2 arm = p_WX - circle.centre;
  const double from_circle = std::abs(arm.norm() - radius_);
  if (std::abs(circle.turn) >= 2.0 * kPi) return from_circle;
  // On the arc's side of the circle it is the circle that counts, beyond its ends the nearer end.
  double ahead = std::atan2(arm.y(), arm.x()) - angle_;
  if (circle.turn < 0.0) ahead = -ahead;
  ahead -= 2.0 * kPi * std::floor(ahead / (2.0 * kPi));
  if (ahead <= std::abs(circle.turn)) return from_circle;
  return std::min((p_WX - begin_).norm(), (p_WX - point(length_)).norm());
}

double PlacedPath::distance_to_points(const Vector2& p_WX, double near) const {
  const std::vector<double>& along = table_.along;
  const std::vector<Vector2>& points = table_.path.points;
  const std::size_t here = std::upper_bound(along.begin(), along.end(), near) - along.begin();
  const std::size_t first = here > kNeighbours ? here - kNeighbours : 1;
  const std::size_t last = std::min(points.size() - 1, here + kNeighbours);
  double least = (p_WX - points[std::min(first, last) - 1]).norm();
  for (std::size_t i = first; i <= last; ++i) {
    least = std::min(least, distance_to_segment(p_WX, points[i - 1], points[i]));
  }
  return least;
}

Vector2 begin_of_path(const HandPath& path, const Vector2& p_WE) {
  if (path.line) return path.line->from.value_or(p_WE);
  if (path.circle) {
    const Vector2 arm = p_WE - path.circle->centre;
    const double distance = arm.norm();
    if (!path.circle->radius) return p_WE;
    const Vector2 direction = distance > 0.0 ? Vector2(arm / distance) : Vector2(1.0, 0.0);
    return path.circle->centre + *path.circle->radius * direction;
  }
  return path.points.empty() ? p_WE : path.points.front();
}

}  // namespace freefloat
