#pragma once

#include <optional>

#include "vision/blob.h"
#include "vision/camera_model.h"
#include "vision/label_markers.h"
#include "vision/vision_config.h"

namespace freefloat {

/// The part of the picture in which an expected LED is searched while tracking: its gate and a rim around it.
/// @param height Of the LED above the table, m.
/// @return Pixels, possibly beyond the picture's edge; nothing when the LED is not expected or not in front
/// of the camera.
std::optional<PixelBox> tracking_window(const CameraModel& camera, const ExpectedMarker& marker,
                                        double height, const VisionConfig& config);

}  // namespace freefloat
