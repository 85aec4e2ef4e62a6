#pragma once

#include "spatial/tree/inverse_dynamics.h"

namespace freefloat {

/// Recursive inverse dynamics of a tree whose base rests, for one motion after the other.
class TreeTorques {
 public:
  /// @param tree Without problems, links sorted.
  explicit TreeTorques(const TreeParameters& tree);

  /// @param angles, rates, accelerations Length n, rad or m and their derivatives.
  /// @return Force and moment on the base as far as it can move, W, N and N m; then the joints' torques, N m.
  Eigen::VectorXd operator()(const Eigen::VectorXd& angles, const Eigen::VectorXd& rates,
                             const Eigen::VectorXd& accelerations);

 private:
  TreeModel model_;
  TreeState state_;
  TreePosture posture_;
  TreeMotion motion_;
  TreeForces forces_;
};

}  // namespace freefloat
