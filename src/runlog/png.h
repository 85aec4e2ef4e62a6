#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "types/image_view.h"

namespace freefloat {

/// Writes an 8-bit grey picture as PNG: every row as differences of neighbours, compressed quickly rather
/// than well.
/// @param png Replaced; keeps its memory.
void encode_png(const ImageView& image, std::vector<std::uint8_t>& png);

/// An 8-bit grey picture that owns its pixels.
struct GreyPicture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;  ///< row by row

  ImageView view() const { return {pixels.data(), width, height, width}; }
};

/// @return The picture, bit for bit; nothing when it is no whole PNG of an 8-bit grey picture.
std::optional<GreyPicture> decode_png(std::span<const std::uint8_t> png);

}  // namespace freefloat
