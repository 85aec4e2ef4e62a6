#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "types/image_view.h"
#include "types/marker_frame.h"
#include "vision/looked_at.h"
#include "vision/spot_memory.h"

namespace freefloat {

/// The parts of one picture that its markers depend on: enough to run the vision again with the same result,
/// bit for bit. Held without heap memory; a copy costs only what is used.
struct PictureWindows {
  static constexpr std::size_t kMostWindows = 48;
  static constexpr std::size_t kMostPixels = 64 * 1024;

  std::uint64_t sequence = 0;  ///< the camera's picture number
  Time capture_time{};         ///< middle of the exposure
  int width = 0;               ///< of the whole picture, pixels
  int height = 0;
  int pictures_since_scan = 0;  ///< memory of the vision before this picture
  SpotMemory spots;             ///< the same of the spots that it follows
  bool complete = false;        ///< every pixel is here that the result depends on
  std::size_t sample_count =
      0;  ///< pixels of `for_each_background_sample`, after a scan of the whole picture
  std::size_t window_count = 0;
  std::size_t pixel_count = 0;
  std::array<PixelBox, kMostWindows> windows;    ///< the first `window_count` are used
  std::array<std::uint8_t, kMostPixels> pixels;  ///< samples first, then each window row by row

  PictureWindows() = default;
  PictureWindows(const PictureWindows& other) { *this = other; }
  PictureWindows& operator=(const PictureWindows& other);
};

inline PictureWindows& PictureWindows::operator=(const PictureWindows& other) {
  if (this == &other) return *this;
  sequence = other.sequence;
  capture_time = other.capture_time;
  width = other.width;
  height = other.height;
  pictures_since_scan = other.pictures_since_scan;
  spots = other.spots;
  complete = other.complete;
  sample_count = other.sample_count;
  window_count = other.window_count;
  pixel_count = other.pixel_count;
  std::copy_n(other.windows.begin(), window_count, windows.begin());
  std::memcpy(pixels.data(), other.pixels.data(), pixel_count);
  return *this;
}

/// Cuts out of a picture what the vision looked at in it. Boxes that touch become one window. Allocates
/// nothing.
/// @param frame What came of the picture.
/// @param pictures_since_scan The vision's memory before the picture.
/// @param out Its `spots` are left as they are.
void cut_windows(const ImageView& image, const MarkerFrame& frame, const LookedAt& looked_at,
                 int pictures_since_scan, PictureWindows& out) noexcept;

/// A picture that is black but for what was kept of it.
class WindowPicture {
 public:
  /// @return The picture; valid until the next call. Its size is that of `windows`.
  ImageView restore(const PictureWindows& windows);

 private:
  std::vector<std::uint8_t> pixels_;
  int width_ = 0, height_ = 0;
  std::vector<PixelBox> dirty_;
};

/// @return Whether `windows` holds every pixel of `looked_at`: not so when a changed vision looked elsewhere.
bool covers(const PictureWindows& windows, const LookedAt& looked_at, bool full_scan);

}  // namespace freefloat
