#pragma once

#include <Eigen/Core>

namespace freefloat {

/// Numbers by which columns add up to values.
struct Regression {
  Eigen::VectorXd solution;
  Eigen::MatrixXd covariance;  ///< of the solution, by what is left
  double residual = 0.0;       ///< root mean square that is left

  double sigma(Eigen::Index i) const;
};

/// Least squares; rows that nothing explains, beyond 5 standard deviations, are left out once.
/// @param columns m x k, m above k. @param values Length m.
Regression regress(Eigen::MatrixXd columns, Eigen::VectorXd values);

}  // namespace freefloat
