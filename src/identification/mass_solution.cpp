#include "identification/mass_solution.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "algebra/dense_solvers.h"

namespace freefloat {

namespace {

constexpr double kTotalSigma = 1e-7;  // of the logarithm, where it is held
constexpr double kToldShare = 0.95;   // of a value's own direction
constexpr double kInterval = 1.96;    // standard deviations of a 95 % interval
constexpr int kMassSteps = 12;

/// The equations, whitened, and how they change with the free unknowns, each in units of the file's own
/// sigma.
class MassProblem {
 public:
  MassProblem(const BodyGeometry& geometry, const MomentumFit& fit, const BodyMasses& file, bool hold_total,
              std::vector<Eigen::Index> free)
      : geometry_(geometry),
        target_(fit.value.list()),
        file_(list_unknowns(file)),
        total_(std::log(file.total())),
        hold_total_(hold_total),
        free_(std::move(free)) {
    // Square root of the information, also where it is singular.
    const Eigen::VectorXd scale = fit.information.diagonal().cwiseMax(1e-300).cwiseSqrt();
    const Eigen::MatrixXd scaled =
        scale.cwiseInverse().asDiagonal() * fit.information * scale.cwiseInverse().asDiagonal();
    const dense::SymmetricEigen eigen = dense::symmetric_eigen(0.5 * (scaled + scaled.transpose()));
    root_ =
        eigen.values.cwiseMax(0.0).cwiseSqrt().asDiagonal() * eigen.vectors.transpose() * scale.asDiagonal();
  }

  Eigen::Index size() const { return static_cast<Eigen::Index>(free_.size()); }
  const std::vector<Eigen::Index>& free() const { return free_; }

  Eigen::VectorXd full(const Eigen::VectorXd& x) const {
    Eigen::VectorXd z = file_;
    for (Eigen::Index i = 0; i < size(); ++i) {
      const Eigen::Index at = free_[i];
      z[at] += file_sigma(at) * x[i];
    }
    return z;
  }

  Eigen::VectorXd residual(const Eigen::VectorXd& x) const {
    const BodyMasses masses = masses_of_unknowns(full(x));
    Eigen::VectorXd r(target_.size() + (hold_total_ ? 1 : 0));
    r.head(target_.size()) = root_ * (momentum_parameters(geometry_, masses).list() - target_);
    if (hold_total_) r[target_.size()] = (std::log(masses.total()) - total_) / kTotalSigma;
    return r;
  }

  Eigen::MatrixXd jacobian(const Eigen::VectorXd& x) const {
    constexpr double kMassStep = 1e-5;
    Eigen::MatrixXd j(residual(x).size(), size());
    for (Eigen::Index i = 0; i < size(); ++i) {
      Eigen::VectorXd ahead = x;
      Eigen::VectorXd behind = x;
      ahead[i] += kMassStep;
      behind[i] -= kMassStep;
      j.col(i) = (residual(ahead) - residual(behind)) / (2.0 * kMassStep);
    }
    return j;
  }

 private:
  const BodyGeometry& geometry_;
  Eigen::VectorXd target_;
  Eigen::VectorXd file_;
  double total_;
  bool hold_total_;
  std::vector<Eigen::Index> free_;
  Eigen::MatrixXd root_;
};

Eigen::Index told_directions(const Eigen::VectorXd& strengths) {
  Eigen::Index rank = 0;
  while (rank < strengths.size() && strengths[rank] > kToldStrength) ++rank;
  return rank;
}

void list_values(const MassProblem& problem, const Eigen::MatrixXd& covariance,
                 const Eigen::VectorXd& told_share, const BodyMasses& file, MassSolution& solution) {
  const Eigen::VectorXd before = list_unknowns(file);
  const Eigen::VectorXd after = list_unknowns(solution.masses);
  for (Eigen::Index i = 0; i < before.size(); ++i) {
    IdentifiedValue value;
    value.key = key_of_unknown(i);
    const auto plain = [&](double z) { return is_logarithm(i) ? std::exp(z) : z; };
    value.before = plain(before[i]);
    value.value = plain(after[i]);
    const auto at = std::find(problem.free().begin(), problem.free().end(), i);
    value.held = at == problem.free().end();
    double sigma = 0.0;
    if (!value.held) {
      const Eigen::Index f = at - problem.free().begin();
      value.told = told_share[f] > kToldShare;
      // What of it is not told stays as the file has it, and is as uncertain as the file.
      const double untold_share = std::max(0.0, 1.0 - told_share[f]);
      sigma = file_sigma(i) * std::sqrt(std::max(0.0, covariance(f, f)) + untold_share);
    }
    value.low = plain(after[i] - kInterval * sigma);
    value.high = plain(after[i] + kInterval * sigma);
    solution.values.push_back(std::move(value));
  }
}

}  // namespace

tl::expected<MassSolution, std::string> solve_masses(const BodyGeometry& geometry, const MomentumFit& fit,
                                                     const BodyMasses& file, const HeldValues& held) {
  auto free = choose_free(held, kUnknownsOfBody * file.mass.size());
  if (!free) return tl::make_unexpected(free.error());
  const MassProblem problem(geometry, fit, file, held.total_mass(), *std::move(free));

  // From the file towards what the motion tells, along told directions alone: what is untold stays.
  Eigen::VectorXd x = Eigen::VectorXd::Zero(problem.size());
  dense::SingularValues svd;
  Eigen::Index rank = 0;
  for (int iteration = 0; iteration < kMassSteps; ++iteration) {
    const Eigen::MatrixXd jacobian = problem.jacobian(x);
    svd = dense::singular_values(jacobian);
    rank = told_directions(svd.values);
    const Eigen::VectorXd right = jacobian * x - problem.residual(x);
    const Eigen::VectorXd along =
        (svd.u.leftCols(rank).transpose() * right).cwiseQuotient(svd.values.head(rank));
    const Eigen::VectorXd goal = svd.v.leftCols(rank) * along;
    // Logarithms change by at most a third of their unit in a step.
    const double longest = (goal - x).cwiseAbs().maxCoeff();
    x += std::min(1.0, 1.5 / std::max(longest, 1e-12)) * (goal - x);
  }
  MassSolution solution;
  solution.masses = masses_of_unknowns(problem.full(x));
  solution.unknowns = static_cast<int>(problem.size());
  solution.rank = static_cast<int>(rank);
  const Eigen::VectorXd& strengths = svd.values;
  if (rank > 0) solution.condition = strengths[0] / strengths[rank - 1];
  const Eigen::MatrixXd told = svd.v.leftCols(rank);
  const Eigen::VectorXd inverse = strengths.head(rank).cwiseInverse();
  const Eigen::MatrixXd covariance = told * inverse.cwiseAbs2().asDiagonal() * told.transpose();
  list_values(problem, covariance, told.rowwise().squaredNorm(), file, solution);
  for (Eigen::Index i = rank; i < problem.size(); ++i) {
    const double strength = i < strengths.size() ? strengths[i] : 0.0;
    solution.untold.push_back({strength, describe_direction(problem.free(), svd.v.col(i))});
  }
  const Eigen::VectorXd left = problem.residual(x);
  const double freedom = static_cast<double>(left.size() - rank);
  solution.misfit = freedom > 0.5 ? std::sqrt(left.squaredNorm() / freedom) : 0.0;
  return solution;
}

}  // namespace freefloat
