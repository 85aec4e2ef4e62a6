#pragma once

#include <string>
#include <vector>

#include "config/fields/field.h"
#include "types/joint_vector.h"

namespace freefloat {

/// The most points that a path may have.
inline constexpr std::size_t kMostPathPoints = 5000;

/// Reads the points of a path: CSV with a line of names, of which `x_m` and `y_m` are read, and then a point
/// a line. Refuses lines that are not numbers, points that are no numbers or equal the one before, and too
/// few.
/// @param text Of the file. @param file Its name, for problems.
/// @return The points, m, in W; empty when there was a problem.
std::vector<Vector2> read_path_points(const std::string& text, const std::string& file, Problems& problems);

}  // namespace freefloat
