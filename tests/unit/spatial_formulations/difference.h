#pragma once

#include <Eigen/Core>

namespace freefloat {

constexpr double kTolerance = 1e-10;

/// @return Largest difference of elements, relative to the largest element of `b`.
inline double difference(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff() / (1e-3 + b.cwiseAbs().maxCoeff());
}

}  // namespace freefloat
