#pragma once

#include <cstdint>
#include <vector>

#include "types/time.h"

namespace freefloat {

/// A whole picture on its way to the log. Copying into one that has held a picture of the size takes no
/// memory.
struct WholePicture {
  std::uint64_t sequence = 0;  ///< the camera's picture number
  Time capture_time{};
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;  ///< row by row
};

}  // namespace freefloat
