#include "report/robot_drawing.h"

#include "types/angle.h"

namespace freefloat {

std::vector<Vector2> arm_points(const RobotParameters& robot, const RobotState& state) {
  const int joints = robot.joint_count();
  if (joints == 0 || state.joints.size() != joints || !state.joints.allFinite() || !state.p_WB.allFinite() ||
      !std::isfinite(state.theta_WB)) {
    return {};
  }
  double angle = state.theta_WB;
  std::vector<Vector2> points{state.p_WB + rotate(angle, robot.satellite_to_joint)};
  for (int i = 0; i < joints; ++i) {
    const LinkParameters& link = robot.links[i];
    angle += state.joints[i];
    points.push_back(points.back() + rotate(angle, link.to_mass_centre + link.to_end));
  }
  return points;
}

std::vector<Vector2> satellite_outline(const RobotParameters& robot, const RobotState& state) {
  // A robot without a known outline is drawn as a square that just reaches joint 1.
  Vector2 half = robot.satellite_size / 2.0;
  if (half.minCoeff() <= 0.0) half.setConstant(std::max(robot.satellite_to_joint.norm(), 0.05));
  std::vector<Vector2> corners;
  for (const Vector2& sign : {Vector2(-1, -1), Vector2(1, -1), Vector2(1, 1), Vector2(-1, 1)}) {
    corners.push_back(state.p_WB + rotate(state.theta_WB, sign.cwiseProduct(half)));
  }
  return corners;
}

}  // namespace freefloat
