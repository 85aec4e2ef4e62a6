#pragma once

#include <cmath>
#include <numbers>

#include "types/joint_vector.h"

namespace freefloat {

inline constexpr double kPi = std::numbers::pi;

/// @param angle Any finite angle in rad.
/// @return The same direction in [-pi, pi]. The only place where angles are wrapped.
inline double wrap_angle(double angle) {
  return std::remainder(angle, 2.0 * kPi);
}

constexpr double deg_to_rad(double degrees) {
  return degrees * kPi / 180.0;
}
constexpr double rad_to_deg(double radians) {
  return radians * 180.0 / kPi;
}

/// @return `v` turned counter-clockwise by `angle` rad.
inline Vector2 rotate(double angle, const Vector2& v) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

/// @return `v` turned counter-clockwise by a right angle: the velocity of the point `v` at 1 rad/s about the
/// origin.
inline Vector2 perpendicular(const Vector2& v) {
  return {-v.y(), v.x()};
}

/// @return The z component of a x b.
inline double cross(const Vector2& a, const Vector2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

}  // namespace freefloat
