#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "types/image_view.h"
#include "types/joint_vector.h"

namespace freefloat {

/// A part of a picture: columns [u0, u1), rows [v0, v1).
struct PixelBox {
  int u0 = 0;
  int v0 = 0;
  int u1 = 0;
  int v1 = 0;

  bool empty() const { return u0 >= u1 || v0 >= v1; }
  std::size_t area() const { return std::size_t(u1 - u0) * std::size_t(v1 - v0); }
  PixelBox cut_to(const ImageView& image) const {
    return {std::max(u0, 0), std::max(v0, 0), std::min(u1, image.width), std::min(v1, image.height)};
  }
};

/// @return All pixels up to `reach` from the one nearest to `uv`.
inline PixelBox box_about(const Vector2& uv, int reach) {
  const int u = static_cast<int>(std::lround(uv.x()));
  const int v = static_cast<int>(std::lround(uv.y()));
  return {u - reach, v - reach, u + reach + 1, v + reach + 1};
}

/// @param reach Along u and v, pixels.
/// @return All pixels of the picture that are no farther from `uv`.
inline PixelBox box_within(const ImageView& image, const Vector2& uv, const Vector2& reach) {
  const Vector2 low = uv - reach;
  const Vector2 high = uv + reach;
  return PixelBox{static_cast<int>(std::ceil(low.x())), static_cast<int>(std::ceil(low.y())),
                  static_cast<int>(std::floor(high.x())) + 1, static_cast<int>(std::floor(high.y())) + 1}
      .cut_to(image);
}

/// @return Whether the boxes share a pixel or touch.
inline bool touch(const PixelBox& a, const PixelBox& b) {
  return a.u0 <= b.u1 && b.u0 <= a.u1 && a.v0 <= b.v1 && b.v0 <= a.v1;
}

/// @return The smallest box around both.
inline PixelBox around(const PixelBox& a, const PixelBox& b) {
  return {std::min(a.u0, b.u0), std::min(a.v0, b.v0), std::max(a.u1, b.u1), std::max(a.v1, b.v1)};
}

/// Boxes of which those that touch have become one.
template <int kMost>
struct MergedBoxes {
  std::array<PixelBox, kMost> boxes{};
  int count = 0;

  void add(PixelBox box) {
    for (int i = 0; i < count;) {
      if (!touch(box, boxes[i])) {
        ++i;
        continue;
      }
      box = around(box, boxes[i]);
      boxes[i] = boxes[--count];
      i = 0;
    }
    boxes[count++] = box;
  }
  const PixelBox* begin() const { return boxes.data(); }
  const PixelBox* end() const { return boxes.data() + count; }
};

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
    const PixelBox inside = box.cut_to(image);
    if (inside.empty()) return;
    overflow = overflow || count == kMost;
    if (count < kMost) boxes[count++] = inside;
  }
};

}  // namespace freefloat
