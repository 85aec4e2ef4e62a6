#pragma once

#include <cmath>
#include <cstdint>

namespace freefloat {

/// Ideal mid-tread analogue-to-digital converter of a sensor on a simulated board: the middle count stands
/// for zero.
/// @param value In the sensor's unit; NaN reads as the lowest count.
/// @param full_scale Width of the whole scale, same unit, centred at zero.
/// @param bits Resolution, 4 to 16.
/// @return The count, held at the ends of the scale.
inline std::uint16_t convert_to_count(double value, double full_scale, int bits) {
  const double counts = static_cast<double>(1u << bits);
  const double count = std::nearbyint(value / full_scale * counts) + counts / 2.0;
  if (!(count > 0.0)) return 0;
  return static_cast<std::uint16_t>(count < counts - 1.0 ? count : counts - 1.0);
}

}  // namespace freefloat
