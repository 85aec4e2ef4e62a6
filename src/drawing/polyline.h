#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "types/joint_vector.h"

namespace freefloat {

/// Points of a drawing, pixels. A point that is not finite is a gap.
using Polyline = std::vector<Vector2>;

/// @param line Points without gaps.
/// @param tolerance Largest distance of a left-out point from the result, pixels (Douglas & Peucker 1973).
/// @return The first and the last point, and those between that are needed.
Polyline simplify_polyline(const Polyline& line, double tolerance);

/// For curves over time with many points a pixel: of every column of one pixel only the first, lowest,
/// highest and last points stay, so that no spike is lost.
/// @param line Points without gaps, x not falling.
Polyline thin_by_column(const Polyline& line);

/// @return The pieces between gaps, each without gaps, none empty.
std::vector<Polyline> split_at_gaps(const Polyline& line);

/// @param line Points with gaps.
/// @param over_time x never falls: thin_by_column first.
/// @param max_points The tolerance grows until no more points than these are left, as far as gaps allow.
/// @return Data of an SVG path; a lone point becomes a dot. Empty when there is no point.
std::string make_path(const Polyline& line, bool over_time, std::size_t max_points = 1000);

/// @return Points of a circle, pixels, close enough together for a smooth line.
Polyline circle_points(const Vector2& centre, double radius);

}  // namespace freefloat
