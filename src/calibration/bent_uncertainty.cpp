#include "calibration/bent_uncertainty.h"

#include "algebra/dense_solvers.h"

namespace freefloat {
namespace {

// Of an axis of the ellipse, where the curvature is measured: one standard deviation, so that it is that of
// the region which is stated.
constexpr double kReach = 1.0;

/// One term, its own unknowns eliminated.
struct TermSlopes {
  const ResidualTerm* term = nullptr;
  Eigen::MatrixXd seen;    ///< slope by the shared unknowns
  Eigen::MatrixXd own;     ///< slope by the others
  Eigen::MatrixXd follow;  ///< by how much the others follow the shared ones
  Eigen::VectorXd here;    ///< residuals at the solution
};

class Curvature {
 public:
  Curvature(const LeastSquaresProblem& problem, const SharedInformation& information)
      : moved_(problem), start_(problem), information_(information) {
    for (const ResidualTerm& term : problem.terms) add_term(term);
  }

  /// @return What the curvature along `step` shifts the solution by, for its square; zero where a term has no
  /// value there.
  Eigen::VectorXd shift_along(const Eigen::VectorXd& step) {
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(step.size());
    for (const TermSlopes& slopes : terms_) {
      const Eigen::VectorXd ahead = residuals_at(slopes, step);
      const Eigen::VectorXd behind = residuals_at(slopes, -step);
      if (ahead.size() == 0 || behind.size() == 0) return Eigen::VectorXd::Zero(step.size());
      const Eigen::VectorXd bend = ahead + behind - 2.0 * slopes.here;
      // Orthogonal to what the term's own unknowns make up for.
      gradient +=
          slopes.seen.transpose() * bend + slopes.follow.transpose() * (slopes.own.transpose() * bend);
    }
    return -information_.covariance * gradient;
  }

 private:
  void add_term(const ResidualTerm& term) {
    auto split = split_slopes(start_, term, information_);
    if (!split) return;
    TermSlopes slopes{&term, std::move(split->seen), std::move(split->own), {}, term_residuals(start_, term)};
    slopes.follow = Eigen::MatrixXd::Zero(slopes.own.cols(), information_.size);
    if (slopes.own.cols() > 0) slopes.follow = -dense::solve_least_squares(slopes.own, slopes.seen);
    terms_.push_back(std::move(slopes));
  }

  Eigen::VectorXd residuals_at(const TermSlopes& slopes, const Eigen::VectorXd& step) {
    const Eigen::VectorXd own_step = slopes.follow * step;
    Eigen::Index own = 0;
    for (const int index : slopes.term->unknowns) {
      const Unknowns& from = start_.unknowns[index];
      if (from.held) continue;
      Unknowns& to = moved_.unknowns[index];
      const int column = information_.columns[index];
      for (std::size_t i = 0; i < from.values.size(); ++i)
        to.values[i] =
            from.values[i] + (column >= 0 ? step[column + static_cast<Eigen::Index>(i)] : own_step[own++]);
    }
    return term_residuals(moved_, *slopes.term);
  }

  LeastSquaresProblem moved_;
  const LeastSquaresProblem& start_;
  const SharedInformation& information_;
  std::vector<TermSlopes> terms_;
};

}  // namespace

Eigen::MatrixXd bent_covariance(const LeastSquaresProblem& problem, const SharedInformation& information,
                                double sigma) {
  const Eigen::MatrixXd axes = kReach * sigma * information.axes;
  Curvature curvature(problem, information);
  const Eigen::Index count = axes.cols();
  std::vector<Eigen::VectorXd> alone;
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(axes.rows());
  Eigen::MatrixXd bent = sigma * sigma * information.covariance;
  const double reach = kReach * kReach;
  for (Eigen::Index i = 0; i < count; ++i) {
    alone.push_back(curvature.shift_along(axes.col(i)) / reach);
    mean += 0.5 * alone.back();
    bent += 0.5 * alone.back() * alone.back().transpose();
  }
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const Eigen::VectorXd both =
          0.5 * (curvature.shift_along(axes.col(i) + axes.col(j)) / reach - alone[i] - alone[j]);
      bent += both * both.transpose();
    }
  }
  return bent + mean * mean.transpose();
}

}  // namespace freefloat
