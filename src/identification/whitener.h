#pragma once

#include <Eigen/Core>
#include <Eigen/LU>

#include "identification/momentum_equations.h"

namespace freefloat {

/// Sums up the equations of one stretch. Beside the noise of each picture the angular one has an error that
/// wanders: the integral between pictures keeps what it once took in. A filter that follows the wandering
/// leaves innovations that are independent of each other, for the residual as for each column.
class Whitener {
 public:
  /// @param columns Unknowns, and one more for the residual.
  explicit Whitener(Eigen::Index columns)
      : followed_(Eigen::RowVectorXd::Zero(columns)), normal_(Eigen::MatrixXd::Zero(columns, columns)) {}

  /// @param noise Of the picture's three equations. @param wandered Variance since the picture before.
  /// @return The residual's innovation, weighted.
  Eigen::Vector3d add(const MomentumEquations& e, const Eigen::Matrix3d& noise, double wandered) {
    variance_ += wandered;
    Eigen::Matrix<double, 3, Eigen::Dynamic> innovation(3, followed_.size());
    innovation << e.by_parameters, e.by_stretch, e.residual;
    innovation.row(2) -= followed_;
    Eigen::Matrix3d spread = noise;
    spread(2, 2) += variance_;
    weight_ = spread.inverse();
    normal_ += innovation.transpose() * weight_ * innovation;
    const Eigen::RowVector3d gain = variance_ * weight_.row(2);
    followed_ += gain * innovation;
    variance_ *= 1.0 - gain[2];
    return weight_ * innovation.rightCols<1>();
  }

  const Eigen::MatrixXd& normal() const { return normal_; }

  /// Of the picture that was added last.
  const Eigen::Matrix3d& weight() const { return weight_; }

 private:
  Eigen::RowVectorXd followed_;  ///< the wandering part of residual and columns
  double variance_ = 0.0;
  Eigen::MatrixXd normal_;
  Eigen::Matrix3d weight_ = Eigen::Matrix3d::Zero();
};

}  // namespace freefloat
