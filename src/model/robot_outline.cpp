#include "model/robot_outline.h"

namespace freefloat {

std::vector<OutlinePart> make_robot_outline(const RobotParameters& robot) {
  std::vector<OutlinePart> parts{
      {"satellite", 0, make_rectangle(robot.satellite_size, robot.satellite_heights)}};
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const LinkParameters& link = robot.links[i];
    if (link.width <= 0.0) continue;
    parts.push_back({"link " + std::to_string(i + 1), static_cast<int>(i) + 1,
                     make_capsule(-link.to_mass_centre, link.to_end, 0.5 * link.width, link.heights)});
  }
  const GripperShape& gripper = robot.gripper;
  for (std::size_t i = 0; i < gripper.jaws.size(); ++i) {
    parts.push_back(
        {"jaw " + std::to_string(i + 1), robot.joint_count(),
         make_circle(robot.links.back().to_end + gripper.jaws[i], gripper.jaw_radius, gripper.heights)});
  }
  return parts;
}

std::vector<OutlinePart> make_target_outline(const TargetShape& target) {
  std::vector<OutlinePart> parts;
  if (target.radius > 0.0)
    parts.push_back({"target", 0, make_circle(Vector2::Zero(), target.radius, {0.0, target.height})});
  if (target.pin_radius > 0.0)
    parts.push_back(
        {"target's pin", 0, make_circle(Vector2::Zero(), target.pin_radius, {0.0, target.pin_height})});
  return parts;
}

}  // namespace freefloat
