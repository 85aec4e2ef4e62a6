#pragma once

#include "spatial/formulations/product_of_exponentials.h"

namespace freefloat {

/// The way back from screw_arm_from_tree.
/// @param base What carries the arm.
/// @param p_BA Origin of the arm's base frame in the base's frame, same axes, m.
inline TreeParameters tree_from_screw_arm(const ScrewArm& arm, BaseKind kind, const TreeBody& base,
                                          const Vector3& p_BA) {
  TreeParameters tree;
  tree.name = "screw_arm";
  tree.base_kind = kind;
  tree.base = base;
  tree.gravity = arm.gravity;
  Vector3 before = -p_BA;  // origin of the link before, arm's frame
  for (std::size_t i = 0; i < arm.links.size(); ++i) {
    const ScrewArm::Link& from = arm.links[i];
    const Vector3 w = from.screw.head<3>();
    TreeLink link;
    link.joint.parent = static_cast<int>(i);
    link.joint.name = "joint_" + std::to_string(i + 1);
    // The point of the axis that is nearest to the origin; a shift may be anywhere.
    Vector3 origin = from.mass_centre;
    if (!w.isZero(0.0)) {
      origin = w.cross(from.screw.tail<3>()) / w.squaredNorm();
      link.joint.axis = w.normalized();
    } else {
      link.joint.kind = JointKind::kPrismatic;
      link.joint.axis = from.screw.tail<3>().normalized();
    }
    link.joint.position = origin - before;
    link.body = {"link_" + std::to_string(i + 1), from.mass, from.mass_centre - origin, from.inertia};
    tree.links.push_back(link);
    before = origin;
  }
  tree.end_points.push_back({"tip", tree.joint_count(), arm.tip_home.topRightCorner<3, 1>() - before,
                             arm.tip_home.topLeftCorner<3, 3>()});
  return tree;
}

}  // namespace freefloat
