#include "calibration/shared_information.h"

#include <algorithm>
#include <cmath>

#include "algebra/dense_solvers.h"

namespace freefloat {
namespace {

// Of an unknown's whole sensitivity, what others do not make up for: less than this, central differences
// cannot tell from nothing.
constexpr double kNothing = 1e-8;

}  // namespace

SharedInformation share_information(const LeastSquaresProblem& problem, const std::vector<bool>& shared) {
  SharedInformation result;
  std::vector<int> column(problem.unknowns.size(), -1);
  for (std::size_t i = 0; i < problem.unknowns.size(); ++i) {
    if (!shared[i] || problem.unknowns[i].held) continue;
    result.unknowns.push_back(static_cast<int>(i));
    column[i] = result.size;
    result.size += static_cast<int>(problem.unknowns[i].values.size());
  }
  Eigen::MatrixXd stacked(0, result.size);
  Eigen::VectorXd sensitivity = Eigen::VectorXd::Zero(result.size);
  for (const ResidualTerm& term : problem.terms) {
    const Eigen::MatrixXd jacobian = term_jacobian(problem, term);
    if (jacobian.rows() == 0) continue;
    Eigen::MatrixXd seen = Eigen::MatrixXd::Zero(term.count, result.size);
    Eigen::MatrixXd own(term.count, jacobian.cols());
    Eigen::Index own_columns = 0;
    Eigen::Index at = 0;
    for (const int index : term.unknowns) {
      const auto width = static_cast<Eigen::Index>(problem.unknowns[index].values.size());
      if (problem.unknowns[index].held) continue;
      if (column[index] >= 0) {
        seen.middleCols(column[index], width) = jacobian.middleCols(at, width);
      } else {
        own.middleCols(own_columns, width) = jacobian.middleCols(at, width);
        own_columns += width;
      }
      at += width;
    }
    sensitivity += seen.colwise().squaredNorm().transpose();
    Eigen::Index rank = 0;
    if (own_columns > 0) {
      auto left = dense::beyond(own.leftCols(own_columns), seen);
      rank = left.rank;
      seen = std::move(left.rows);
    }
    result.degrees_of_freedom += term.count - static_cast<int>(rank);
    Eigen::MatrixXd both(stacked.rows() + seen.rows(), result.size);
    both << stacked, seen;
    stacked = both.rows() > result.size ? dense::upper_root(both) : both;
  }
  result.root = dense::upper_root(stacked);

  // Each unknown in its own sensitivity: without that, a focal length in pixels hides a distortion.
  Eigen::VectorXd scale = sensitivity.cwiseSqrt();
  for (double& length : scale) length = length > 0.0 ? length : 1.0;
  const Eigen::MatrixXd scaled = result.root * scale.cwiseInverse().asDiagonal();
  const dense::SingularValues svd = dense::singular_values(scaled);
  const Eigen::VectorXd& values = svd.values;
  Eigen::Index told = 0;
  while (told < values.size() && values[told] > kNothing) ++told;
  const Eigen::MatrixXd directions = scale.cwiseInverse().asDiagonal() * svd.v;
  result.axes = directions.leftCols(told) * values.head(told).cwiseInverse().asDiagonal();
  result.covariance = result.axes * result.axes.transpose();
  result.untold = directions.rightCols(values.size() - told);
  for (Eigen::Index i = 0; i < result.untold.cols(); ++i) result.untold.col(i).normalize();
  result.degrees_of_freedom -= static_cast<int>(told);
  return result;
}

}  // namespace freefloat
