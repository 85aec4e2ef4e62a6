#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "types/joint_vector.h"

namespace freefloat {

/// @param path Where a light was at instants spread evenly over a time; between them it goes straight. At
/// least one.
/// @param share Of that time.
/// @return Where it was then.
inline Vector2 point_of_path(std::span<const Vector2> path, double share) {
  const int count = static_cast<int>(path.size());
  const double along = share * (count - 1);
  const int k = std::clamp(static_cast<int>(along), 0, std::max(count - 2, 0));
  const Vector2& begin = path[k];
  const Vector2& end = path[std::min(k + 1, count - 1)];
  return begin + (along - k) * (end - begin);
}

/// @return The length of the path.
inline double length_of_path(std::span<const Vector2> path) {
  double length = 0.0;
  for (std::size_t k = 1; k < path.size(); ++k) length += (path[k] - path[k - 1]).norm();
  return length;
}

}  // namespace freefloat
