#pragma once

#include <cmath>

#include "spatial/tree/attitude.h"
#include "spatial/tree/tree_state.h"
#include "support/random_robot.h"

namespace freefloat {

/// Draws spatial trees and their states; the same seed gives the same on every machine.
class RandomTrees {
 public:
  explicit RandomTrees(std::uint64_t seed) : draw_(seed) {}

  double number(double low, double high) { return draw_.number(low, high); }

  Vector3 vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

  Eigen::VectorXd vector(int length, double size) {
    Eigen::VectorXd values(length);
    for (double& value : values) value = number(-size, size);
    return values;
  }

  Matrix3 rotation() { return rotation_from_vector(vector(2.0)); }

  /// A body of a few kg whose inertia some matter could have.
  TreeBody body(const std::string& name, double mass, double size) {
    // Half the sums of the second moments of any matter along three axes.
    const Vector3 moments =
        mass * size * size * Vector3(number(0.02, 1.0), number(0.02, 1.0), number(0.02, 1.0));
    const Matrix3 axes = rotation();
    const Vector3 principal(moments.y() + moments.z(), moments.z() + moments.x(), moments.x() + moments.y());
    Matrix3 inertia = axes * principal.asDiagonal() * axes.transpose();
    inertia = (0.5 * (inertia + inertia.transpose())).eval();
    return {name, mass, vector(size), inertia};
  }

  /// @param prismatic Part of the joints that shift, 0 .. 1.
  /// @param branching Part of the links that do not sit on the link before, 0 .. 1.
  TreeParameters tree(BaseKind kind, int joints, double prismatic, double branching) {
    TreeParameters tree;
    tree.name = "random";
    tree.base_kind = kind;
    tree.base = body("base", std::exp(number(1.0, 4.0)), 0.3);
    for (int i = 1; i <= joints; ++i) {
      TreeLink link;
      link.body = body("link_" + std::to_string(i), std::exp(number(-0.5, 1.5)), 0.15);
      link.joint.name = "joint_" + std::to_string(i);
      link.joint.kind = number(0.0, 1.0) < prismatic ? JointKind::kPrismatic : JointKind::kRevolute;
      link.joint.parent = number(0.0, 1.0) < branching ? static_cast<int>(number(0.0, i)) : i - 1;
      link.joint.position = vector(0.4);
      link.joint.rotation = rotation();
      link.joint.axis = number(0.0, 1.0) < 0.3 ? Vector3::UnitZ() : vector(1.0).normalized();
      tree.links.push_back(link);
    }
    tree.end_points.push_back({"tip", joints, vector(0.3), rotation()});
    return tree;
  }

  /// @param rate Size of all velocities; 0: at rest.
  TreeState state(const TreeModel& model, double rate) {
    TreeState state(model);
    if (model.base_kind() == BaseKind::kPlanar) {
      state.p_WB = {number(-1.0, 1.0), number(-1.0, 1.0), 0.0};
      state.R_WB = rotation_from_vector({0.0, 0.0, number(-3.0, 3.0)});
    } else {
      state.p_WB = vector(1.0);
      state.R_WB = rotation();
    }
    for (int i = 0; i < model.joint_count(); ++i) {
      const bool turns = model.joints()[i].kind == JointKind::kRevolute;
      state.joints[i] = turns ? number(-3.0, 3.0) : number(-0.3, 0.3);
      state.joint_rates[i] = rate * number(-1.0, 1.0);
    }
    state.v_WB = vector(rate);
    state.w_WB = vector(rate);
    constrain_base(model, state);
    return state;
  }

 private:
  RandomRobots draw_;
};

}  // namespace freefloat
