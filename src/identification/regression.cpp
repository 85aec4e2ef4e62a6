#include "identification/regression.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algebra/dense_solvers.h"

namespace freefloat {

namespace {

constexpr double kOutlier = 5.0;  // standard deviations

}  // namespace

double Regression::sigma(Eigen::Index i) const {
  return std::sqrt(std::max(0.0, covariance(i, i)));
}

Regression regress(Eigen::MatrixXd columns, Eigen::VectorXd values) {
  Regression result;
  for (int round = 0; round < 2; ++round) {
    result.solution = dense::solve_least_squares(columns, values);
    const Eigen::VectorXd left = values - columns * result.solution;
    const double variance =
        left.squaredNorm() / static_cast<double>(std::max<Eigen::Index>(1, left.size() - columns.cols()));
    result.residual = std::sqrt(left.squaredNorm() / static_cast<double>(left.size()));
    result.covariance = variance * dense::pseudo_inverse(columns.transpose() * columns);
    std::vector<Eigen::Index> good;
    for (Eigen::Index i = 0; i < left.size(); ++i)
      if (std::abs(left[i]) <= kOutlier * std::sqrt(variance)) good.push_back(i);
    if (round > 0 || static_cast<Eigen::Index>(good.size()) == left.size()) break;
    columns = Eigen::MatrixXd(columns(good, Eigen::all));
    values = Eigen::VectorXd(values(good));
  }
  return result;
}

}  // namespace freefloat
