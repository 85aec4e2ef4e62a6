#include "vision/compare_figures.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "types/angle.h"
#include "vision/marker_scene.h"

namespace freefloat {

namespace {

constexpr double kMeasured = 1e-3;  // m, by which spots may be off where they are seen

using Corners = std::array<Vector2, 3>;

/// @return 1: counter-clockwise, -1: clockwise, 0: too flat for a picture to tell.
int turn_of(const Corners& corners) {
  const Vector2 ab = corners[1] - corners[0];
  const Vector2 ac = corners[2] - corners[0];
  if (is_flat(ab, ac)) return 0;
  return cross(ab, ac) > 0.0 ? 1 : -1;
}

bool are_alike(const Corners& a, const Corners& b, double tolerance) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t k = (i + 1) % 3;
    if (std::abs((a[i] - a[k]).norm() - (b[i] - b[k]).norm()) > tolerance) return false;
  }
  return turn_of(a) * turn_of(b) >= 0;
}

/// Calls `visit` for each three different ones, in each order.
template <class Visit>
void for_each_three(const std::vector<Vector2>& leds, Visit&& visit) {
  for (std::size_t i = 0; i < leds.size(); ++i) {
    for (std::size_t j = 0; j < leds.size(); ++j) {
      for (std::size_t k = 0; k < leds.size(); ++k) {
        if (i != j && j != k && i != k) visit(Corners{leds[i], leds[j], leds[k]});
      }
    }
  }
}

}  // namespace

bool are_alike(const std::vector<Vector2>& a, const std::vector<Vector2>& b, double tolerance) {
  bool found = false;
  for_each_three(a, [&](const Corners& of_a) {
    for_each_three(
        b, [&](const Corners& of_b) { found = found || are_alike(of_a, of_b, tolerance + kMeasured); });
  });
  return found;
}

}  // namespace freefloat
