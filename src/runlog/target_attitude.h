#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "types/marker_frame.h"

namespace freefloat {

/// How the target was turned in a picture.
struct TargetAttitude {
  double angle = 0.0;     ///< counter-clockwise from the frame in which its LEDs are given, rad
  double variance = 0.0;  ///< rad^2
};

/// The turn that brings the LEDs' known places nearest to those seen, by least squares: with both sides about
/// their means, the angle of sum b x p and sum b . p.
/// @param first Number of the target's first LED in the frame. @param places Of its LEDs, target's frame, m.
/// @return None where fewer than two of them were seen.
std::optional<TargetAttitude> measure_target_attitude(const MarkerFrame& frame, std::size_t first,
                                                      const std::vector<Vector2>& places);

}  // namespace freefloat
