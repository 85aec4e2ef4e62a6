#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "types/image_view.h"
#include "types/marker_frame.h"
#include "vision/looked_at.h"

namespace freefloat {
struct ProcessedPicture;  // runtime/marker_input.h
}

namespace freefloat::console {

/// A picture and what the vision made of it, copied out of the vision's thread. Copying into one that has
/// held a picture of the size takes no memory.
struct SeenPicture {
  struct Spot {
    double u_px = 0.0, v_px = 0.0;
    int area_px = 0;
  };

  Time capture_time{};
  std::uint64_t sequence = 0;
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;  ///< row by row
  MarkerFrame markers;
  std::vector<Spot> spots;
  std::vector<PixelBox> windows;  ///< what was looked at while tracking
  double threshold = 0.0;         ///< above the local background, grey levels

  ImageView image() const { return {pixels.data(), width, height, width}; }
};

/// @param seen Its memory is used again.
void copy_picture(const ProcessedPicture& picture, SeenPicture& seen);

/// @param marker_names Of the LEDs in the order of the scene; those beyond are the target's.
/// @return What people want to know of it, as JSON text.
std::string describe_picture(const SeenPicture& seen, const std::vector<std::string>& marker_names);

/// @return The picture's pixels by brightness, in 64 classes of four grey levels, every second row.
std::array<std::uint32_t, 64> brightness_histogram(const ImageView& image);

}  // namespace freefloat::console
