#pragma once

#include "types/angle.h"
#include "types/joint_vector.h"

namespace freefloat {

/// Where a satellite stands that is a rectangle around its mass centre, in the table's frame W.
struct SatelliteOutline {
  Vector2 size = Vector2::Zero();  ///< along x and y of B, m
  Vector2 p_WB = Vector2::Zero();  ///< m
  double theta_WB = 0.0;           ///< rad

  /// @param p_WX Point, m.
  /// @return How far the point is from the nearest side, m: positive inside; outside negative, and beyond a
  /// corner counted along the axis in which it is farther off.
  double depth_of(const Vector2& p_WX) const {
    const Vector2 p_BX = rotate(-theta_WB, p_WX - p_WB);
    return (0.5 * size - p_BX.cwiseAbs()).minCoeff();
  }
};

}  // namespace freefloat
