#include "spatial/tree/planar_tree.h"

namespace freefloat {

namespace {

Vector3 in_space(const Vector2& v) {
  return {v.x(), v.y(), 0.0};
}

/// A plate whose matter lies evenly around its mass centre.
Matrix3 plate(double inertia) {
  return Vector3(0.5 * inertia, 0.5 * inertia, inertia).asDiagonal();
}

}  // namespace

TreeParameters tree_from_planar(const RobotParameters& robot, BaseKind base_kind) {
  TreeParameters tree;
  tree.name = robot.name;
  tree.base_kind = base_kind;
  tree.base = {"satellite", robot.satellite_mass, Vector3::Zero(), plate(robot.satellite_inertia)};
  Vector3 to_joint = in_space(robot.satellite_to_joint);
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    const LinkParameters& link = robot.links[i];
    TreeLink added;
    added.body = {"link_" + std::to_string(i + 1), link.mass, in_space(link.to_mass_centre),
                  plate(link.inertia)};
    added.joint.name = "joint_" + std::to_string(i + 1);
    added.joint.parent = static_cast<int>(i);
    added.joint.position = to_joint;
    if (i < robot.joint_limits.size()) {
      added.joint.min = robot.joint_limits[i].min;
      added.joint.max = robot.joint_limits[i].max;
    }
    tree.links.push_back(added);
    to_joint = in_space(link.to_mass_centre + link.to_end);
  }
  tree.end_points.push_back({"hand", robot.joint_count(), to_joint, Matrix3::Identity()});
  return tree;
}

}  // namespace freefloat
