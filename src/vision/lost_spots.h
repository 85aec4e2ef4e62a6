#pragma once

#include <array>
#include <cstdint>

#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

/// A spot that was missed before it had been seen often enough to be followed: glare, or one that is hardly
/// bright enough and will be seen there again.
struct LostSpot {
  Vector2 place = Vector2::Zero();  ///< where it was seen last, m in W
  Time time{};                      ///< and when
};

/// The newest of these.
struct LostSpots {
  static constexpr int kMost = 64;

  std::array<LostSpot, kMost> spots{};  ///< in the order in which they were missed
  std::int32_t count = 0;

  /// The oldest goes where there is no room.
  void note(const LostSpot& spot);

  /// @param reach Of the place, m. @return Whether one was seen there not long before `at`.
  bool was_at(const Vector2& place, double reach, Time at) const;
};

}  // namespace freefloat
