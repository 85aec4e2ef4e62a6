#pragma once

#include <array>
#include <cstdint>

#include "types/joint_vector.h"

namespace freefloat {

/// What the board's converters and switches read in one tick; counts as made by `convert_to_count`.
struct BoardSensors {
  std::array<std::uint16_t, kMaxJoints> pot_counts{};      ///< full scale DriveParameters::pot_range
  std::array<std::uint16_t, kMaxJoints> tacho_counts{};    ///< full scale 2 * DriveParameters::tacho_range
  std::array<std::uint16_t, kMaxJoints> current_counts{};  ///< full scale 2 * current_range_of(drive)
  bool gripper_contact = false;                            ///< jaws feel an object between them
};

/// What the board does to the drives until its next tick.
struct BoardDrives {
  std::array<double, kMaxJoints> duties{};  ///< mean voltage over supply voltage, [-1, 1]
  bool energised = false;  ///< zero duty then short-circuits a motor; otherwise the bridges are open
  bool close_gripper = false;
};

}  // namespace freefloat
