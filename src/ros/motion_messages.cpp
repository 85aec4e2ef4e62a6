#include "ros/motion_messages.h"

#include <numbers>

#include "runlog/robot_frames.h"

namespace freefloat::ros {
namespace {

constexpr int kYaw = 5;

}  // namespace

Motion satellite_motion(const StateEstimate& estimate) {
  const RobotState& robot = estimate.robot;
  return {robot.p_WB,
          robot.theta_WB,
          robot.v_WB,
          robot.w_WB,
          estimate.sigma_hand * estimate.sigma_hand * Matrix2::Identity(),
          estimate.sigma_attitude * estimate.sigma_attitude};
}

Motion hand_motion(const StateEstimate& estimate) {
  const RobotState& robot = estimate.robot;
  return {estimate.p_WE,
          robot.theta_WB + robot.joints.sum(),
          estimate.v_WE,
          robot.w_WB + robot.joint_rates.sum(),
          estimate.sigma_hand * estimate.sigma_hand * Matrix2::Identity(),
          estimate.sigma_attitude * estimate.sigma_attitude};
}

Motion target_motion(const TargetEstimate& target, const std::optional<TargetAttitude>& attitude) {
  constexpr double kAnyAngle = std::numbers::pi * std::numbers::pi / 3.0;  // all around alike
  const TargetAttitude turned = attitude.value_or(TargetAttitude{0.0, kAnyAngle});
  return {target.p_WT, turned.angle, target.v_WT, 0.0, target.covariance, turned.variance};
}

geometry_msgs::PoseWithCovarianceStamped pose_message(const Motion& motion, builtin_interfaces::Time stamp) {
  geometry_msgs::PoseWithCovarianceStamped message;
  message.header = {stamp, kTableFrame};
  message.pose.pose = {{motion.p.x(), motion.p.y(), 0.0}, turn_about_z(motion.angle)};
  message.pose.covariance.topLeftCorner<2, 2>() = motion.covariance;
  message.pose.covariance(kYaw, kYaw) = motion.angle_variance;
  return message;
}

geometry_msgs::TwistWithCovarianceStamped twist_message(const Motion& motion,
                                                        builtin_interfaces::Time stamp) {
  geometry_msgs::TwistWithCovarianceStamped message;
  message.header = {stamp, kTableFrame};
  message.twist.twist = {{motion.v.x(), motion.v.y(), 0.0}, {0.0, 0.0, motion.w}};
  message.twist.covariance(0, 0) = -1.0;
  return message;
}

}  // namespace freefloat::ros
