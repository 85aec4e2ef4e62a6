#pragma once

#include "types/angle.h"
#include "types/joint_vector.h"

namespace freefloat {

/// A point that falls freely on a table that may be tilted.
struct FallingPoint {
  Vector2 p = Vector2::Zero();             ///< m, in W
  Vector2 v = Vector2::Zero();             ///< m/s
  Vector2 acceleration = Vector2::Zero();  ///< m/s^2

  Vector2 p_after(double time) const { return p + time * v + 0.5 * time * time * acceleration; }
  Vector2 v_after(double time) const { return v + time * acceleration; }
  FallingPoint moved(double time) const { return {p_after(time), v_after(time), acceleration}; }
};

/// A point of a free body, as the grapple point of a target that tumbles: the body's mass centre C falls, the
/// point goes around it at an even rate. At rate zero it is a FallingPoint, to the last bit.
struct TurningPoint {
  Vector2 p = Vector2::Zero();             ///< m, in W
  Vector2 v = Vector2::Zero();             ///< of the point itself, m/s
  Vector2 acceleration = Vector2::Zero();  ///< of C, m/s^2
  Vector2 arm = Vector2::Zero();           ///< p_CT: from C to the point, m, in W
  double rate = 0.0;                       ///< counter-clockwise, rad/s

  Vector2 p_after(double time) const {
    if (rate == 0.0) return p + time * v + 0.5 * time * time * acceleration;
    const Vector2 v_C = v - rate * perpendicular(arm);
    return p + (rotate(rate * time, arm) - arm) + time * v_C + 0.5 * time * time * acceleration;
  }
  Vector2 v_after(double time) const {
    if (rate == 0.0) return v + time * acceleration;
    return v + rate * perpendicular(Vector2(rotate(rate * time, arm) - arm)) + time * acceleration;
  }
  TurningPoint moved(double time) const {
    return {p_after(time), v_after(time), acceleration, rotate(rate * time, arm), rate};
  }
};

}  // namespace freefloat
