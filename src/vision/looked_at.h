#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "types/image_view.h"

namespace freefloat {

/// A part of a picture: columns [u0, u1), rows [v0, v1).
struct PixelBox {
  int u0 = 0;
  int v0 = 0;
  int u1 = 0;
  int v1 = 0;
};

/// @return Whether the boxes share a pixel or touch.
inline bool touch(const PixelBox& a, const PixelBox& b) {
  return a.u0 <= b.u1 && b.u0 <= a.u1 && a.v0 <= b.v1 && b.v0 <= a.v1;
}

/// @return The smallest box around both.
inline PixelBox around(const PixelBox& a, const PixelBox& b) {
  return {std::min(a.u0, b.u0), std::min(a.v0, b.v0), std::max(a.u1, b.u1), std::max(a.v1, b.v1)};
}

/// Boxes that hold every pixel whose value the vision used; a scan of the whole picture beside them uses only
/// the samples of `for_each_background_sample`, and that all other pixels are below their tile's level.
struct LookedAt {
  static constexpr int kMost = 256;

  std::array<PixelBox, kMost> boxes{};
  int count = 0;
  bool overflow = false;  ///< there were more boxes than that

  void clear() {
    count = 0;
    overflow = false;
  }

  /// @param box Is cut to the picture.
  void add(const ImageView& image, const PixelBox& box) {
    const PixelBox inside{std::max(box.u0, 0), std::max(box.v0, 0), std::min(box.u1, image.width),
                          std::min(box.v1, image.height)};
    if (inside.u0 >= inside.u1 || inside.v0 >= inside.v1) return;
    if (count == kMost) {
      overflow = true;
      return;
    }
    boxes[static_cast<std::size_t>(count++)] = inside;
  }
};

}  // namespace freefloat
