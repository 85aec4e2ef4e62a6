#pragma once

#include <string>

#include "vision/camera_parameters.h"

namespace freefloat {

/// @param lens Picture size, intrinsics and name.
/// @param comment Lines for the head, without `#`; may be empty.
/// @return A camera_info file of ROS, as camera_info_manager and `calibration:` of a camera's file read it.
std::string write_camera_info(const CameraParameters& lens, const std::string& comment);

/// @param lens Picture size and intrinsics.
/// @param comment As above.
/// @return A file for OpenCV's FileStorage, with the keys of its calibration samples.
std::string write_opencv_calibration(const CameraParameters& lens, const std::string& comment);

}  // namespace freefloat
