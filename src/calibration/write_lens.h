#pragma once

#include <Eigen/Core>
#include <string>

#include "vision/camera_parameters.h"

namespace freefloat {

/// @param lens Picture size, intrinsics and name.
/// @param comment Lines for the head, without `#`; may be empty.
/// @param covariance Of the intrinsics, straight: what `calibrate table` counts with; empty: not known.
/// @return A camera_info file of ROS, as camera_info_manager and `calibration:` of a camera's file read it.
std::string write_camera_info(const CameraParameters& lens, const std::string& comment,
                              const Eigen::MatrixXd& covariance = {});

/// @param lens Picture size and intrinsics.
/// @param comment, covariance As above.
/// @return A file for OpenCV's FileStorage, with the keys of its calibration samples.
std::string write_opencv_calibration(const CameraParameters& lens, const std::string& comment,
                                     const Eigen::MatrixXd& covariance = {});

/// @return The covariance's lower triangle by rows, as a camera's file has it: `[1.5, 0.2, ...]`.
std::string lens_covariance_text(const Eigen::MatrixXd& covariance);

}  // namespace freefloat
