#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "types/angle.h"

namespace freefloat {

/// A straight way of the hand.
struct LinePath {
  std::optional<Vector2> from;   ///< m, in W; none: where the hand is
  Vector2 to = Vector2::Zero();  ///< m, in W
};

/// A circle, or a part of one.
struct CirclePath {
  Vector2 centre = Vector2::Zero();  ///< m, in W
  std::optional<double> radius;      ///< m; none: the circle goes through where the hand is
  double turn = 2.0 * kPi;           ///< counter-clockwise, from the point next to the hand, rad
};

/// By which Jacobian the hand's velocity becomes joint rates.
enum class ResolveWith : std::uint8_t {
  kGeneralizedJacobian,  ///< of the free-floating robot, momentum included
  kFixedBaseJacobian,    ///< of an arm whose base stands still: what an ordinary robot does, for comparison
};

/// A way that the hand is to go over the table, and how. One of line, circle and points is given.
struct HandPath {
  std::optional<LinePath> line;
  std::optional<CirclePath> circle;
  std::vector<Vector2> points;  ///< m, in W; joined by straight lines, no two in a row the same
  double speed = 0.05;          ///< of the hand, m/s
  double acceleration = 0.1;    ///< at the path's begin and end and in its corners, m/s^2
  ResolveWith resolve_with = ResolveWith::kGeneralizedJacobian;
};

/// A path with what follows from its points alone. Made before the run.
struct PathTable {
  explicit PathTable(const HandPath& path);

  HandPath path;
  std::vector<double> along;       ///< points: way from the first to each, m
  std::vector<double> most_speed;  ///< points: speed from which all that follows can be slowed down for, m/s
};

/// A path whose begin is known: all of it then is. Holds a reference to its table.
class PlacedPath {
 public:
  /// @param table Of the path; must outlive this.
  /// @param begin First point of the path, m; see `begin_of_path`.
  PlacedPath(const PathTable& table, const Vector2& begin);

  /// @return m; 0 for a path that ends where it begins without a way between.
  double length() const { return length_; }

  /// @param s Way from the begin, m; beyond an end: that end.
  /// @return m, in W.
  Vector2 point(double s) const;

  /// @param s Way from the begin, m.
  /// @return The highest speed from which everything ahead, the end included, can be slowed down for, m/s.
  double most_speed(double s) const;

  /// @param p_WX A point of the table, m. @param near Way from the begin in whose neighbourhood the path is
  /// looked at, m: a path may cross itself.
  /// @return Its distance from the path, m; NaN when the point is not finite.
  double distance(const Vector2& p_WX, double near) const;

 private:
  double distance_to_arc(const Vector2& p_WX) const;
  double distance_to_points(const Vector2& p_WX, double near) const;

  const PathTable& table_;
  Vector2 begin_;
  double angle_ = 0.0;  // circle: of the begin seen from the centre, rad
  double radius_ = 0.0;
  double length_ = 0.0;
};

/// @param path As the experiment gives it.
/// @param p_WE Where the hand is, m.
/// @return Where the path begins, m: its own first point, that of the circle next to the hand, or the hand.
Vector2 begin_of_path(const HandPath& path, const Vector2& p_WE);

/// @return Distance of a point from the straight line between two others, m.
double distance_to_segment(const Vector2& p, const Vector2& a, const Vector2& b);

}  // namespace freefloat
