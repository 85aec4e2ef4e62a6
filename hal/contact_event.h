#pragma once

#include <string>

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// Two parts of a simulated testbed have met. What only rests against each other is none.
struct ContactEvent {
  Time at{};
  std::string first;                  ///< `satellite`, `link 2`, `jaw 1`, `target`, `target's pin`
  std::string second;                 ///< the same, or `table's edge`
  Vector2 point = Vector2::Zero();    ///< in W, m
  Vector2 normal = Vector2::UnitX();  ///< from the first to the second, in W
  double closing_speed = 0.0;         ///< along the normal, m/s
  Vector2 impulse = Vector2::Zero();  ///< on the second, in W, N s
};

}  // namespace freefloat
