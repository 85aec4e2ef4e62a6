#pragma once

#include "spatial/virtual_manipulator/joint_cycle.h"

namespace freefloat {

/// dX of Dubowsky & Vafa 1987, Eq. (10), for the cycle, to second order, rad.
inline Vector3 second_order_change(const Matrix3X& bracket, const JointCycle& cycle) {
  Vector3 change = Vector3::Zero();
  for (const auto& [dV, dW] : cycle) {
    const Eigen::Index n = dV.size();
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = i + 1; j < n; ++j)
        change += bracket.col(pair_column(i, j, n)) * (dV[i] * dW[j] - dV[j] * dW[i]);
    }
  }
  return change;
}

}  // namespace freefloat
