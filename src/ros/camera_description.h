#pragma once

#include <cstdint>

#include "mcap/frame_messages.h"
#include "ros/ros_messages.h"
#include "vision/camera_parameters.h"

namespace freefloat::ros {

/// @return Where the camera is over the table; its frame's z looks along the view, its x to growing u, as ROS
/// wants it of an optical frame. @param epoch_ns Wall time of the run's time zero: the frame stands still.
geometry_msgs::TransformStamped camera_frame(const CameraParameters& camera, std::int64_t epoch_ns);

/// @return The camera's lens as ROS tells it.
sensor_msgs::CameraInfo camera_info(const CameraParameters& camera, const std_msgs::Header& header);

}  // namespace freefloat::ros
