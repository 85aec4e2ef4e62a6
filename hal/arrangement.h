#pragma once

#include <optional>

#include "types/robot_state.h"

namespace freefloat {

/// What a technician changes by hand on a simulated table; what is not given stays as it is.
struct Arrangement {
  std::optional<RobotState> robot{};  ///< put there with an open gripper, and with this velocity once let go
  std::optional<BodyState> target{};  ///< the same
  std::optional<Vector2> tilt{};      ///< of the table, in multiples of g along x and y of W
  std::optional<bool> held{};         ///< true: robot and target are held where they are; false: let go
};

}  // namespace freefloat
