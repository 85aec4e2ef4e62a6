#pragma once

#include <Eigen/Core>
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

/// @param path Of a camera, or of a calibration.
/// @return Covariance of its lens's fx, fy, cx, cy, in pixels, and distortion terms, in this order; empty:
/// the file, or the calibration that it names, states none.
/// @throws ConfigError with all problems.
Eigen::MatrixXd load_lens_covariance(const std::string& path);

}  // namespace freefloat
