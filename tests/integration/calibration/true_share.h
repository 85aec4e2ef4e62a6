#pragma once

#include <Eigen/Cholesky>
#include <cmath>
#include <iostream>
#include <string>

namespace freefloat::testing_support {

/// Squared distance of 95 % of a normal distribution of so many dimensions (Wilson and Hilferty 1931).
inline double region_of(Eigen::Index dimensions) {
  const double n = static_cast<double>(dimensions);
  return n * std::pow(1.0 - 2.0 / (9.0 * n) + 1.6448536 * std::sqrt(2.0 / (9.0 * n)), 3);
}

/// @return Squared distance from the truth, in the covariance's own measure.
inline double distance_of(const Eigen::VectorXd& error, const Eigen::MatrixXd& covariance) {
  const Eigen::VectorXd scale = covariance.diagonal().cwiseSqrt().cwiseInverse();
  const Eigen::MatrixXd correlation = scale.asDiagonal() * covariance * scale.asDiagonal();
  const Eigen::VectorXd scaled = error.cwiseProduct(scale);
  return scaled.dot(correlation.ldlt().solve(scaled));
}

inline bool within_region(const Eigen::VectorXd& error, const Eigen::MatrixXd& covariance) {
  return distance_of(error, covariance) <= region_of(error.size());
}

/// A share that must lie in a range.
struct Tally {
  int held = 0;
  int of = 0;

  void count(bool holds) {
    held += holds ? 1 : 0;
    ++of;
  }
  double share() const { return of == 0 ? 0.0 : 100.0 * held / of; }
};

inline void print(const std::string& what, const Tally& tally) {
  std::cout << what << ": " << tally.held << " of " << tally.of << ", " << tally.share() << " %\n"
            << std::flush;
}

}  // namespace freefloat::testing_support
