#pragma once

#include "spatial/tree/tree_model.h"

namespace freefloat {

/// Where a tree is and how it moves. Sized once; copying between states of one model allocates nothing.
struct TreeState {
  explicit TreeState(const TreeModel& model)
      : joints(Eigen::VectorXd::Zero(model.joint_count())),
        joint_rates(Eigen::VectorXd::Zero(model.joint_count())) {}

  Vector3 p_WB = Vector3::Zero();      ///< origin of the base's frame, m
  Matrix3 R_WB = Matrix3::Identity();  ///< from the base's to W's axes
  Eigen::VectorXd joints;              ///< length n, rad or m
  Vector3 v_WB = Vector3::Zero();      ///< of that origin in W, m/s
  Vector3 w_WB = Vector3::Zero();      ///< in W, rad/s
  Eigen::VectorXd joint_rates;         ///< length n, rad/s or m/s
};

/// Clears what the base of this kind cannot do: the velocities that are no part of u.
void constrain_base(const TreeModel& model, TreeState& state);

}  // namespace freefloat
