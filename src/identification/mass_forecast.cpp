#include "identification/mass_forecast.h"

#include <cmath>

#include "algebra/dense_solvers.h"
#include "identification/mass_solution.h"

namespace freefloat {

namespace {

constexpr double kStep = 1e-5;  // of an unknown, in units of what the file may be wrong by

double log_determinant(const Eigen::MatrixXd& symmetric) {
  return dense::symmetric_eigen(symmetric).values.cwiseMax(1e-300).array().log().sum();
}

}  // namespace

tl::expected<MassForecaster, std::string> MassForecaster::make(const BodyGeometry& geometry,
                                                               const BodyMasses& masses,
                                                               const HeldValues& held,
                                                               const Eigen::MatrixXd& told) {
  const Eigen::VectorXd at = list_unknowns(masses);
  auto free = choose_free(held, at.size());
  if (!free) return tl::make_unexpected(free.error());
  MassForecaster result;
  result.free_ = *std::move(free);
  const auto count = static_cast<Eigen::Index>(result.free_.size());
  Eigen::MatrixXd slopes(told.rows(), count);
  Eigen::MatrixXd of_total(1, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::Index unknown = result.free_[i];
    const auto moved = [&](double by) {
      Eigen::VectorXd z = at;
      z[unknown] += by * file_sigma(unknown);
      return masses_of_unknowns(z);
    };
    const BodyMasses ahead = moved(kStep);
    const BodyMasses behind = moved(-kStep);
    slopes.col(i) =
        (momentum_parameters(geometry, ahead).list() - momentum_parameters(geometry, behind).list()) /
        (2.0 * kStep);
    of_total(0, i) = (std::log(ahead.total()) - std::log(behind.total())) / (2.0 * kStep);
  }
  const bool total_open = !held.total_mass() || of_total.norm() < 1e-9;
  result.basis_ = total_open ? Eigen::MatrixXd::Identity(count, count)
                             : dense::singular_values(of_total).v.rightCols(count - 1).eval();
  result.slopes_ = slopes * result.basis_;
  const Eigen::Index size = result.basis_.cols();
  result.known_ = Eigen::MatrixXd::Identity(size, size);
  result.known_ = result.with(told);
  return result;
}

Eigen::MatrixXd MassForecaster::with(const Eigen::MatrixXd& more) const {
  const Eigen::MatrixXd sum = known_ + slopes_.transpose() * more * slopes_;
  return 0.5 * (sum + sum.transpose());
}

double MassForecaster::worth(const Eigen::MatrixXd& more) const {
  return log_determinant(with(more)) - log_determinant(known_);
}

MassForecast MassForecaster::forecast(const Eigen::MatrixXd& more) const {
  const Eigen::MatrixXd before = dense::inverse(known_);
  const Eigen::MatrixXd after = dense::inverse(with(more));
  MassForecast forecast;
  // Eigenvalues rise, so the first directions are those of which the logs tell next to nothing. Among these
  // the motion's own axes, so that what no motion tells is not mixed with what this one does.
  const dense::SymmetricEigen told = dense::symmetric_eigen(known_);
  Eigen::Index open = 0;
  while (open < told.values.size() && told.values[open] - 1.0 < kToldStrength * kToldStrength) ++open;
  const Eigen::MatrixXd untold = told.vectors.leftCols(open);
  dense::SymmetricEigen axes;
  if (open > 0) axes = dense::symmetric_eigen(untold.transpose() * after * untold);
  for (Eigen::Index i = 0; i < open; ++i) {
    const Eigen::VectorXd along = untold * axes.vectors.col(i);
    forecast.directions.push_back({describe_direction(free_, basis_ * along),
                                   std::sqrt(along.dot(before * along)), std::sqrt(axes.values[i])});
  }
  for (std::size_t i = 0; i < free_.size(); ++i) {
    const Eigen::VectorXd row = basis_.row(static_cast<Eigen::Index>(i)).transpose();
    const double unit = file_sigma(free_[i]);
    forecast.values.push_back({key_of_unknown(free_[i]), unit * std::sqrt(row.dot(before * row)),
                               unit * std::sqrt(row.dot(after * row))});
  }
  return forecast;
}

}  // namespace freefloat
