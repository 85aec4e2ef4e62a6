#pragma once

#include <cstddef>
#include <cstdint>

namespace freefloat {

inline constexpr std::uint8_t kFullScale = 255;  ///< a saturated pixel

/// An 8-bit grey picture that somebody else owns. Row v starts at `pixels + v * stride`; pixel (0, 0) is the
/// upper left one.
struct ImageView {
  const std::uint8_t* pixels = nullptr;
  int width = 0;
  int height = 0;
  std::ptrdiff_t stride = 0;
};

}  // namespace freefloat
