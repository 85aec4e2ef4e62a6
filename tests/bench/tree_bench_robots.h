#pragma once

#include <Eigen/Cholesky>

#include "spatial/tree/tree_state.h"
#include "support/random_tree.h"

namespace freefloat {

/// A satellite with serial arms of revolute joints, drawn once for all; the end point of each arm is its last
/// link's.
inline TreeParameters bench_tree(int arms, int joints_per_arm) {
  RandomTrees draw(201);
  TreeParameters tree = draw.tree(BaseKind::kFree, arms * joints_per_arm, 0.0, 0.0);
  tree.base.mass_centre.setZero();
  tree.end_points.clear();
  for (int arm = 0; arm < arms; ++arm) {
    tree.links[static_cast<std::size_t>(arm * joints_per_arm)].joint.parent = 0;
    tree.end_points.push_back({"tip_" + std::to_string(arm), (arm + 1) * joints_per_arm,
                               Vector3(0.1, 0.05, 0.2), Matrix3::Identity()});
  }
  return tree;
}

/// The base lies still in W's axes, for whose sake every library's free joint means the same.
inline TreeState bench_state(const TreeModel& model) {
  RandomTrees draw(202);
  TreeState state(model);
  state.joints = draw.vector(model.joint_count(), 3.0);
  state.joint_rates = draw.vector(model.joint_count(), 0.5);
  return state;
}

inline Eigen::VectorXd bench_forces(const TreeModel& model) {
  RandomTrees draw(203);
  return draw.vector(model.velocity_count(), 1.0);
}

/// GJM from a mass matrix and a Jacobian in (v; w), as a user of a library without it gets it.
/// @param matrix, jacobian In velocities (base linear, base angular, joints).
inline Matrix6X eliminate_base(const Eigen::MatrixXd& matrix, const Eigen::MatrixXd& jacobian) {
  const Eigen::Index n = matrix.cols() - 6;
  const Matrix6 base = matrix.topLeftCorner<6, 6>();
  const Matrix6X mixed = matrix.topRightCorner(6, n);
  return jacobian.rightCols(n) - jacobian.leftCols<6>() * base.llt().solve(mixed);
}

}  // namespace freefloat
