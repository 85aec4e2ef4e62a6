#include "hal/motion_capture/emulated_poses.h"

#include "mcap/standard_messages.h"
#include "ros_node/ros_message.h"

namespace freefloat {
EmulatedPoses::EmulatedPoses(const TrackerConfig& config, const EmulatedCameraConfig& emulation,
                             const std::vector<MarkerParameters>& robot, const std::vector<Vector2>& target,
                             MarkerSensor& world, Clock& clock)
    : tracker_(number_bodies(config), emulation, robot, target, world, clock) {}

void EmulatedPoses::serve(PoseSource& source) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::optional<EmulatedTracker::Sight> sight = tracker_.look();
  if (!sight) return;
  const std::int64_t stamp = tracker_.own_time(sight->captured);
  for (const BodyPose& body : sight->poses.bodies) {
    if (!body.tracked) continue;
    geometry_msgs::PoseStamped message;
    message.header.stamp.sec = static_cast<std::int32_t>(stamp / kSecond);
    message.header.stamp.nanosec = static_cast<std::uint32_t>(stamp % kSecond);
    message.header.frame_id = "world";
    message.pose.position = {body.position[0], body.position[1], body.position[2]};
    message.pose.orientation = {body.quaternion[0], body.quaternion[1], body.quaternion[2],
                                body.quaternion[3]};
    source.take(body.id, ros::to_bytes(message));
  }
}

}  // namespace freefloat
