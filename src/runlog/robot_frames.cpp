#include "runlog/robot_frames.h"

#include <Eigen/Geometry>
#include <cmath>

#include "runlog/cycle_encoder.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

geometry_msgs::TransformStamped transform(builtin_interfaces::Time stamp, std::string from, std::string to,
                                          const Vector2& position, double angle) {
  return {{stamp, std::move(from)}, std::move(to), {{position.x(), position.y(), 0.0}, turn_about_z(angle)}};
}

}  // namespace

std::string link_frame(std::size_t link) {
  return "link_" + std::to_string(link + 1);
}

std::string target_frame(const std::string& name) {
  return std::string(kTargetFrame) + "_" + name;
}

geometry_msgs::Quaternion turn_about_z(double angle) {
  return {0.0, 0.0, std::sin(0.5 * angle), std::cos(0.5 * angle)};
}

geometry_msgs::TransformStamped camera_frame(const CameraParameters& camera, std::int64_t epoch_ns) {
  const Eigen::Quaterniond turn(CameraModel(camera).attitude());
  geometry_msgs::TransformStamped frame;
  frame.header = {ros_time(Time{}, epoch_ns), kTableFrame};
  frame.child_frame_id = kCameraFrame;
  frame.transform.translation = {camera.p_WC.x(), camera.p_WC.y(), camera.p_WC.z()};
  frame.transform.rotation = {turn.x(), turn.y(), turn.z(), turn.w()};
  return frame;
}

tf2_msgs::TFMessage robot_frames(const RobotParameters& robot, const StateEstimate& estimate,
                                 std::int64_t epoch_ns, double target_angle, const TargetPlaces& targets) {
  const auto stamp = ros_time(estimate.at, epoch_ns);
  const RobotState& state = estimate.robot;
  tf2_msgs::TFMessage message;
  message.transforms.push_back(transform(stamp, kTableFrame, kSatelliteFrame, state.p_WB, state.theta_WB));
  std::string from = kSatelliteFrame;
  Vector2 joint = robot.satellite_to_joint;
  const std::size_t joints = state.joints.size();
  for (std::size_t i = 0; i < robot.links.size() && i < joints; ++i) {
    message.transforms.push_back(
        transform(stamp, from, link_frame(i), joint, state.joints[static_cast<Eigen::Index>(i)]));
    from = link_frame(i);
    joint = robot.links[i].to_mass_centre + robot.links[i].to_end;
  }
  message.transforms.push_back(transform(stamp, from, kHandFrame, joint, 0.0));
  if (estimate.target.valid)
    message.transforms.push_back(
        transform(stamp, kTableFrame, kTargetFrame, estimate.target.p_WT, target_angle));
  for (const TargetPlace& target : targets.targets) {
    if (!target.known || targets.targets.size() < 2) continue;
    message.transforms.push_back(
        transform(stamp, kTableFrame, target_frame(target.name), target.p_WT, target.theta_WT));
  }
  return message;
}

}  // namespace freefloat
