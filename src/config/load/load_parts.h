#pragma once

#include <string>

#include "config/yaml/config_error.h"
#include "model/robot_parameters.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// Reads a robot, configs/robots/*.yaml.
/// @throws ConfigError with all problems of the file.
RobotParameters load_robot(const std::string& path);

/// Reads a camera, configs/cameras/*.yaml, or a calibration file of OpenCV or ROS (camera_info), recognised
/// by its keys. A calibration tells the lens alone: pose, rate, exposure and latency then keep the defaults
/// of the struct.
/// @throws ConfigError with all problems of the file and of the calibration that it names.
CameraParameters load_camera(const std::string& path);

}  // namespace freefloat
