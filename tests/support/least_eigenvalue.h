#pragma once

#include <Eigen/Eigenvalues>

namespace freefloat {

/// Smallest eigenvalue of a covariance scaled to correlations, for the units of its states differ: between 0
/// and 1, negative for a matrix that is no covariance. A variance that is not positive counts as itself.
inline double least_eigenvalue(const Eigen::MatrixXd& covariance) {
  const double least_variance = covariance.diagonal().minCoeff();
  if (!(least_variance > 0.0)) return least_variance;
  const Eigen::VectorXd scale = covariance.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd correlation = scale.asDiagonal() * covariance * scale.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(correlation, Eigen::EigenvaluesOnly)
      .eigenvalues()
      .minCoeff();
}

}  // namespace freefloat
