#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "types/robot_state.h"

namespace freefloat {

/// What a technician changes by hand on a simulated table; what is not given stays as it is.
struct Arrangement {
  std::optional<RobotState> robot{};  ///< put there with an open gripper, and with this velocity once let go
  std::optional<BodyState> target{};  ///< the same; the first of several
  std::array<std::optional<BodyState>, kMostTargets - 1> more_targets{};  ///< the same of the others
  std::optional<Vector2> tilt{};  ///< of the table, in multiples of g along x and y of W
  std::optional<bool> held{};     ///< true: robot and target are held where they are; false: let go

  /// @return Whether a target is put somewhere.
  bool moves_target() const {
    return target || std::any_of(more_targets.begin(), more_targets.end(),
                                 [](const auto& other) { return other.has_value(); });
  }
};

}  // namespace freefloat
