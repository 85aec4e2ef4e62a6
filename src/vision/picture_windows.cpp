#include "vision/picture_windows.h"

#include <algorithm>
#include <cstring>

#include "vision/background_samples.h"

namespace freefloat {

namespace {

bool contains(const PixelBox& outer, const PixelBox& inner) {
  return inner.u0 >= outer.u0 && inner.v0 >= outer.v0 && inner.u1 <= outer.u1 && inner.v1 <= outer.v1;
}

}  // namespace

void cut_windows(const ImageView& image, const MarkerFrame& frame, const LookedAt& looked_at,
                 int pictures_since_scan, PictureWindows& out) noexcept {
  out.sequence = frame.sequence;
  out.capture_time = frame.capture_time;
  out.width = image.width;
  out.height = image.height;
  out.pictures_since_scan = pictures_since_scan;
  out.complete = !looked_at.overflow;
  out.sample_count = out.window_count = out.pixel_count = 0;
  if (frame.full_scan) {
    for_each_background_sample(image, [&](int u, int v) {
      if (out.pixel_count == PictureWindows::kMostPixels) return;
      out.pixels[out.pixel_count++] = image.pixels[v * image.stride + u];
    });
    out.sample_count = out.pixel_count;
  }
  MergedBoxes<LookedAt::kMost> merged;
  for (int i = 0; i < looked_at.count; ++i) merged.add(looked_at.boxes[i]);
  for (const PixelBox& box : merged) {
    if (out.window_count == PictureWindows::kMostWindows ||
        box.area() > PictureWindows::kMostPixels - out.pixel_count) {
      out.complete = false;
      continue;
    }
    out.windows[out.window_count++] = box;
    const std::size_t columns = box.u1 - box.u0;
    for (int v = box.v0; v < box.v1; ++v) {
      std::memcpy(out.pixels.data() + out.pixel_count, image.pixels + v * image.stride + box.u0, columns);
      out.pixel_count += columns;
    }
  }
}

ImageView WindowPicture::restore(const PictureWindows& windows) {
  if (width_ != windows.width || height_ != windows.height) {
    width_ = windows.width;
    height_ = windows.height;
    pixels_.assign(PixelBox{0, 0, width_, height_}.area(), 0);
    dirty_.clear();
  }
  const auto row = [this](int u, int v) {
    return pixels_.data() + static_cast<std::ptrdiff_t>(v) * width_ + u;
  };
  for (const PixelBox& box : dirty_) {
    for (int v = box.v0; v < box.v1; ++v) std::memset(row(box.u0, v), 0, box.u1 - box.u0);
  }
  dirty_.assign(windows.windows.begin(), windows.windows.begin() + windows.window_count);
  const std::uint8_t* from = windows.pixels.data();
  if (windows.sample_count > 0) {
    for_each_background_sample(ImageView{pixels_.data(), width_, height_, width_}, [&](int u, int v) {
      if (from == windows.pixels.data() + windows.sample_count) return;
      *row(u, v) = *from++;
      dirty_.push_back({u, v, u + 1, v + 1});
    });
  }
  from = windows.pixels.data() + windows.sample_count;
  for (std::size_t i = 0; i < windows.window_count; ++i) {
    const PixelBox& box = windows.windows[i];
    const std::size_t columns = box.u1 - box.u0;
    for (int v = box.v0; v < box.v1; ++v, from += columns) std::memcpy(row(box.u0, v), from, columns);
  }
  return {pixels_.data(), width_, height_, width_};
}

bool covers(const PictureWindows& windows, const LookedAt& looked_at, bool full_scan) {
  if (!windows.complete || looked_at.overflow || (full_scan && windows.sample_count == 0)) return false;
  const auto end = windows.windows.begin() + windows.window_count;
  return std::all_of(looked_at.boxes.begin(), looked_at.boxes.begin() + looked_at.count,
                     [&](const PixelBox& box) {
                       return std::any_of(windows.windows.begin(), end,
                                          [&](const PixelBox& window) { return contains(window, box); });
                     });
}

}  // namespace freefloat
