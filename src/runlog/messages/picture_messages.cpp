#include "runlog/messages/picture_messages.h"

#include <zstd.h>

namespace freefloat {

namespace {

constexpr int kLevel = 1;  // the lowest that codes noise by its frequency
constexpr std::uint32_t kLargestSide = 8192;

}  // namespace

void pack_windows(const PictureWindows& windows, PictureWindowsMessage& message) {
  message.sequence = windows.sequence;
  message.capture_time = windows.capture_time;
  message.width = static_cast<std::uint32_t>(windows.width);
  message.height = static_cast<std::uint32_t>(windows.height);
  message.pictures_since_scan = windows.pictures_since_scan;
  message.complete = windows.complete;
  message.sample_count = static_cast<std::uint32_t>(windows.sample_count);
  message.pixel_count = static_cast<std::uint32_t>(windows.pixel_count);
  message.windows.clear();
  for (std::size_t i = 0; i < windows.window_count; ++i) {
    const PixelBox& box = windows.windows[i];
    for (const int value : {box.u0, box.v0, box.u1 - box.u0, box.v1 - box.v0}) {
      message.windows.push_back(static_cast<std::uint16_t>(value));
    }
  }
  message.pixels_zstd.resize(ZSTD_compressBound(windows.pixel_count));
  const std::size_t size = ZSTD_compress(message.pixels_zstd.data(), message.pixels_zstd.size(),
                                         windows.pixels.data(), windows.pixel_count, kLevel);
  message.pixels_zstd.resize(ZSTD_isError(size) != 0 ? 0 : size);
}

bool unpack_windows(const PictureWindowsMessage& message, PictureWindows& windows) {
  if (message.width > kLargestSide || message.height > kLargestSide ||
      message.pixel_count > PictureWindows::kMostPixels || message.windows.size() % 4 != 0 ||
      message.windows.size() / 4 > PictureWindows::kMostWindows) {
    return false;
  }
  windows.sequence = message.sequence;
  windows.capture_time = message.capture_time;
  windows.width = static_cast<int>(message.width);
  windows.height = static_cast<int>(message.height);
  windows.pictures_since_scan = message.pictures_since_scan;
  windows.complete = message.complete;
  windows.sample_count = message.sample_count;
  windows.pixel_count = message.pixel_count;
  windows.window_count = message.windows.size() / 4;
  std::size_t pixels = message.sample_count;
  for (std::size_t i = 0; i < windows.window_count; ++i) {
    const std::uint16_t* const box = message.windows.data() + 4 * i;
    windows.windows[i] = {box[0], box[1], box[0] + box[2], box[1] + box[3]};
    if (windows.windows[i].u1 > windows.width || windows.windows[i].v1 > windows.height) return false;
    pixels += std::size_t{box[2]} * box[3];
  }
  return pixels == message.pixel_count &&
         ZSTD_decompress(windows.pixels.data(), windows.pixel_count, message.pixels_zstd.data(),
                         message.pixels_zstd.size()) == windows.pixel_count;
}

}  // namespace freefloat
