#pragma once

#include <vector>

#include "types/joint_vector.h"

namespace freefloat {

/// What is known before the run of a target that may turn. Frame T: origin at the grapple point.
struct TumblingBody {
  std::vector<Vector2> markers;     ///< its LEDs, in T, m; two at least
  Vector2 p_TC = Vector2::Zero();   ///< mass centre, in T, m
  double mass_centre_sigma = 2e-3;  ///< how well that is known along either axis, m
  double mass = 0.0;                ///< kg
  double inertia = 0.0;             ///< about C, kg m^2
};

}  // namespace freefloat
