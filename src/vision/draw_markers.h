#pragma once

#include <string>
#include <vector>

#include "types/image_view.h"
#include "types/marker_frame.h"
#include "vision/vision_pipeline.h"

namespace freefloat {

/// Draws what the vision made of a picture: a ring around each LED with its name beside it (robot green,
/// target orange), the window in which each expected LED was searched (red when it was not found there), a
/// small grey ring around each spot away from all LEDs, and a line of facts on top. Names keep clear of
/// spots, windows and each other.
/// @param path A PNG file; overwritten.
/// @param image The picture.
/// @param frame What `vision` made of it just now.
/// @param vision Its spots, camera and scene.
/// @param names Of the LEDs, in the order of the scene.
/// @return Written.
bool draw_markers(const std::string& path, const ImageView& image, const MarkerFrame& frame,
                  const VisionPipeline& vision, const std::vector<std::string>& names);

}  // namespace freefloat
