#pragma once

#include <Eigen/QR>

#include "spatial/simulation/end_point_path.h"
#include "spatial/tree/inverse_dynamics.h"
#include "spatial/tree/tree_generalized_jacobian.h"

namespace freefloat {

/// Finds the joint rates and accelerations that move an end point along a path while the momentum stays:
/// Saha 1993, Eqs. (24), (25), and their time derivatives.
class JointResolver {
 public:
  explicit JointResolver(const TreeModel& model)
      : model_(model), jacobian_(model), rate_(model), work_(model) {}

  /// @param momentum (P; L) as in TreeGeneralizedJacobian::by_momentum.
  /// @param rates Receives the smallest joint rates that give the twist, length n.
  /// @return false when the generalized Jacobian has lost rank.
  bool find_rates(const TreePosture& posture, const TreeInertia& inertia, const EndPointPath& path,
                  const PathPoint& point, const Vector6& momentum, Eigen::VectorXd& rates);

  /// @return Smallest by largest entry of the diagonal of the Jacobian's triangle, in the last find_rates: 0
  /// where it is singular.
  double rank_margin() const { return rank_margin_; }

  /// Time derivative of find_rates along the present motion; call that first.
  void find_accelerations(const TreePosture& posture, const TreeMotion& motion, const TreeInertia& inertia,
                          const EndPointPath& path, const PathPoint& point, TreeForces& forces,
                          Eigen::VectorXd& accelerations);

 private:
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& v) const;

  const TreeModel& model_;
  TreeGeneralizedJacobian jacobian_, rate_;
  TreeInertia work_;
  Eigen::MatrixXd rows_;  // J* of the prescribed parts
  Eigen::HouseholderQR<Eigen::MatrixXd> transposed_;
  Eigen::VectorXd wanted_;
  double rank_margin_ = 0.0;
  Matrix6X point_jacobian_;
};

}  // namespace freefloat
