#pragma once

#include <vector>

#include "vision/robot_chain.h"

namespace freefloat {

/// Axes in which an LED's place is told: along the line from what holds its body's frame, and across.
struct LedAxes {
  Vector2 from = Vector2::Zero();    ///< in the body's frame, m
  Vector2 along = Vector2::UnitX();  ///< of unit length

  /// @param a, b Along and across, m.
  Vector2 place(double a, double b) const { return from + a * along + b * Vector2(-along.y(), along.x()); }
  double along_of(const Vector2& at) const { return (at - from).dot(along); }
  double across_of(const Vector2& at) const { return (at - from).dot(Vector2(-along.y(), along.x())); }
};

/// @return One an LED. The satellite's frame is held by its first LED, its direction by the second; a link's
/// frame by its joint and its first LED.
std::vector<LedAxes> led_axes(const RobotChain& chain);

/// @param chain Whatever the numbers do not tell.
/// @param values The shared numbers in their order: six of the camera, then of each LED along, across and
/// height, then x and y of each joint.
RobotChain chain_at(const RobotChain& chain, const std::vector<LedAxes>& axes, const double* const* values);

}  // namespace freefloat
