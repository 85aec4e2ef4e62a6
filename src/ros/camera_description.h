#pragma once

#include "ros/ros_messages.h"
#include "vision/camera_parameters.h"

namespace freefloat::ros {

/// @return The camera's lens as ROS tells it.
sensor_msgs::CameraInfo camera_info(const CameraParameters& camera, const std_msgs::Header& header);

}  // namespace freefloat::ros
