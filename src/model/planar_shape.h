#pragma once

#include <array>
#include <cstddef>

#include "types/joint_vector.h"

namespace freefloat {

/// A convex outline seen from above: the corners of a point, a line or a polygon, rounded by `radius`,
/// between two heights over the table. A circle has one corner, a capsule two.
struct PlanarShape {
  static constexpr std::size_t kMostCorners = 4;

  std::array<Vector2, kMostCorners> corners{Vector2::Zero(), Vector2::Zero(), Vector2::Zero(),
                                            Vector2::Zero()};  ///< counter-clockwise, m
  std::size_t corner_count = 1;
  double radius = 0.0;  ///< m
  double bottom = 0.0;  ///< m above the table
  double top = 0.0;     ///< m above the table

  /// @return Whether both have matter at some height.
  bool shares_height_with(const PlanarShape& other) const { return bottom < other.top && other.bottom < top; }

  /// @return The same shape, its frame put to `p` (m) and turned by `theta` (rad).
  PlanarShape placed(const Vector2& p, double theta) const;

  /// @return Largest distance of its matter from its frame's origin, m.
  double reach() const;
};

/// @param centre m. @param radius m. @param heights Bottom and top, m.
PlanarShape make_circle(const Vector2& centre, double radius, const Vector2& heights);
/// @param begin, end Of the axis, m. @param radius Half the width, m. @param heights Bottom and top, m.
PlanarShape make_capsule(const Vector2& begin, const Vector2& end, double radius, const Vector2& heights);
/// @param size Along x and y, centred at the origin, m. @param heights Bottom and top, m.
PlanarShape make_rectangle(const Vector2& size, const Vector2& heights);

/// How two shapes lie to each other, in their common frame.
struct Separation {
  double distance = 0.0;              ///< between the outlines, m; negative: how far one is in the other
  Vector2 normal = Vector2::UnitX();  ///< from the first to the second, length 1
  Vector2 point = Vector2::Zero();    ///< in the middle between the two outlines, m
};

/// Where the shapes are nearest to each other, or which way out is the shortest. Exact for disjoint shapes
/// and for shapes that overlap by no more than their radii, or along the normal of an edge.
Separation separate(const PlanarShape& first, const PlanarShape& second);

/// @return A number below the distance of the two that costs little, m: that of circles around them.
double least_distance(const PlanarShape& first, const PlanarShape& second);

}  // namespace freefloat
