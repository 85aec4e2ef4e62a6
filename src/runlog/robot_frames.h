#pragma once

#include <cstdint>
#include <string>

#include "mcap/frame_messages.h"
#include "model/robot_parameters.h"
#include "runlog/target_places.h"
#include "types/state_estimate.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// The table frame W as viewers know it; every pose that is logged or told live is seen from it.
inline constexpr const char* kTableFrame = "table";
inline constexpr const char* kSatelliteFrame = "satellite";
inline constexpr const char* kHandFrame = "hand";
inline constexpr const char* kTargetFrame = "target";
inline constexpr const char* kCameraFrame = "camera";

/// @param link From 0. @return `link_1`, ...; its origin is at its joint, its x as drawn in the stretched
/// posture.
std::string link_frame(std::size_t link);

/// @param name Of one of several targets. @return `target_NAME`.
std::string target_frame(const std::string& name);

/// @return The turn about z. @param angle rad, counter-clockwise.
geometry_msgs::Quaternion turn_about_z(double angle);

/// @return Where the camera is over the table; its frame's z looks along the view, its x to growing u, as ROS
/// wants it of an optical frame. @param epoch_ns Wall time of the run's time zero: the frame stands still.
geometry_msgs::TransformStamped camera_frame(const CameraParameters& camera, std::int64_t epoch_ns);

/// Frames of a robot as viewers know them: `table` -> `satellite` -> `link_1` ... -> `hand`, `table` ->
/// `target`. The satellite's is at its mass centre, a link's at its joint. Of several targets `target` is the
/// one that is followed, and each that was seen has a frame `target_NAME` as well.
/// @param estimate A valid one. @param epoch_ns Wall time of the run's time zero. @param target_angle How the
/// followed target is turned, rad. @param targets Where all are.
tf2_msgs::TFMessage robot_frames(const RobotParameters& robot, const StateEstimate& estimate,
                                 std::int64_t epoch_ns, double target_angle = 0.0,
                                 const TargetPlaces& targets = {});

}  // namespace freefloat
