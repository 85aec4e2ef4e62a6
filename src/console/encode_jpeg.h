#pragma once

#include <cstdint>
#include <vector>

#include "types/image_view.h"

namespace freefloat::console {

/// @param bytes Replaced by the picture as JPEG; empty when that fails.
void encode_jpeg(const ImageView& image, std::vector<std::uint8_t>& bytes);

}  // namespace freefloat::console
