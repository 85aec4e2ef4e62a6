#pragma once

#include <string>

#include "config/field.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A camera as it is written: configs/cameras/*.yaml. The lens is given here, or in a calibration file of
/// OpenCV or ROS that `calibration` names.
struct CameraFile {
  CameraParameters camera;
  std::string calibration;
};

Fields<CameraFile> camera_fields();

/// @return Whether the document is a calibration of OpenCV or a ROS camera_info, recognised by its keys.
bool is_calibration(const ConfigNode& node);

/// Reads the lens: picture size, focal lengths, principal point, distortion; of ROS also the name.
/// @param camera Keeps everything that such a file does not tell: pose, rate, exposure, latency.
void read_calibration(const ConfigNode& node, CameraParameters& camera, Problems& problems);

/// Whether the lens is complete and can be right.
void check_camera(const CameraFile& file, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
