#include "calibration/shared_information.h"

#include "algebra/dense_solvers.h"

namespace freefloat {
namespace {

// Of an unknown's whole sensitivity, what others do not make up for: less than this, central differences
// cannot tell from nothing.
constexpr double kNothing = 1e-8;

}  // namespace

std::optional<SplitSlopes> split_slopes(const LeastSquaresProblem& problem, const ResidualTerm& term,
                                        const SharedInformation& information) {
  const Eigen::MatrixXd jacobian = term_jacobian(problem, term);
  if (jacobian.rows() == 0) return std::nullopt;
  SplitSlopes slopes{Eigen::MatrixXd::Zero(term.count, information.size), jacobian};
  Eigen::Index own_columns = 0;
  Eigen::Index at = 0;
  for (const int index : term.unknowns) {
    const Unknowns& block = problem.unknowns[index];
    if (block.held) continue;
    const auto width = static_cast<Eigen::Index>(block.values.size());
    const int column = information.columns[index];
    if (column >= 0) {
      slopes.seen.middleCols(column, width) = jacobian.middleCols(at, width);
    } else {
      slopes.own.middleCols(own_columns, width) = jacobian.middleCols(at, width);
      own_columns += width;
    }
    at += width;
  }
  slopes.own.conservativeResize(Eigen::NoChange, own_columns);
  return slopes;
}

SharedInformation share_information(const LeastSquaresProblem& problem, const std::vector<bool>& shared) {
  SharedInformation result;
  result.columns.assign(problem.unknowns.size(), -1);
  for (std::size_t i = 0; i < problem.unknowns.size(); ++i) {
    if (!shared[i] || problem.unknowns[i].held) continue;
    result.unknowns.push_back(static_cast<int>(i));
    result.columns[i] = result.size;
    result.size += static_cast<int>(problem.unknowns[i].values.size());
  }
  Eigen::MatrixXd stacked(0, result.size);
  Eigen::VectorXd sensitivity = Eigen::VectorXd::Zero(result.size);
  for (const ResidualTerm& term : problem.terms) {
    auto slopes = split_slopes(problem, term, result);
    if (!slopes) continue;
    auto& [seen, own] = *slopes;
    sensitivity += seen.colwise().squaredNorm().transpose();
    Eigen::Index rank = 0;
    if (own.cols() > 0) {
      auto left = dense::beyond(own, seen);
      rank = left.rank;
      seen = std::move(left.rows);
    }
    result.degrees_of_freedom += term.count - static_cast<int>(rank);
    Eigen::MatrixXd both(stacked.rows() + seen.rows(), result.size);
    both << stacked, seen;
    stacked = both.rows() > result.size ? dense::upper_root(both) : both;
  }

  // Each unknown in its own sensitivity: without that, a focal length in pixels hides a distortion.
  Eigen::VectorXd scale = sensitivity.cwiseSqrt();
  for (double& length : scale) length = length > 0.0 ? length : 1.0;
  const Eigen::MatrixXd scaled = dense::upper_root(stacked) * scale.cwiseInverse().asDiagonal();
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
