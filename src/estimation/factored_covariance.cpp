#include "estimation/factored_covariance.h"

#include <algorithm>

namespace freefloat {

namespace {

/// Entry j of U^T h.
double factor_row(const CovarianceFactors& factors, const StateVector& h, Eigen::Index j) {
  double sum = j < h.size() ? h[j] : 0.0;
  const Eigen::Index count = std::min(j, h.size());
  for (Eigen::Index i = 0; i < count; ++i) sum += factors(i, j) * h[i];
  return sum;
}

}  // namespace

CovarianceFactors independent_states(const StateVector& variances) {
  return variances.asDiagonal();
}

CovarianceFactors covariance_of(const CovarianceFactors& factors) {
  CovarianceFactors u = factors;
  u.diagonal().setOnes();
  return u * factors.diagonal().asDiagonal() * u.transpose();
}

double covariance_along(const CovarianceFactors& factors, const StateVector& a, const StateVector& b) {
  double covariance = 0.0;
  for (Eigen::Index j = 0; j < factors.cols(); ++j)
    covariance += factor_row(factors, a, j) * factors(j, j) * factor_row(factors, b, j);
  return covariance;
}

double variance_of(Eigen::Index state, const CovarianceFactors& factors) {
  double variance = factors(state, state);
  for (Eigen::Index j = state + 1; j < factors.cols(); ++j)
    variance += factors(state, j) * factors(state, j) * factors(j, j);
  return variance;
}

void add_state(Eigen::Index to, Eigen::Index from, double share, CovarianceFactors& factors) {
  factors(to, from) += share;
  for (Eigen::Index j = from + 1; j < factors.cols(); ++j) factors(to, j) += share * factors(from, j);
}

void add_noise(StateVector direction, double variance, CovarianceFactors& factors) {
  for (Eigen::Index j = direction.size() - 1; j >= 0; --j) {
    const double a = direction[j];
    const double before = factors(j, j);
    const double after = before + variance * a * a;
    if (a == 0.0 || after == 0.0) continue;
    const double inverse = 1.0 / after;
    const double share = variance * a * inverse;
    factors(j, j) = after;
    for (Eigen::Index i = 0; i < j; ++i) {
      direction[i] -= a * factors(i, j);
      factors(i, j) += share * direction[i];
    }
    variance *= before * inverse;
  }
}

void start_states_anew(Eigen::Index first, const StateVector& variances, CovarianceFactors& factors) {
  for (Eigen::Index j = first; j < factors.cols(); ++j) {
    // What the others share with this state becomes their own.
    const StateVector shared = factors.col(j).head(first);
    const double variance = factors(j, j);
    factors.col(j).setZero();
    factors(j, j) = variances[j - first];
    add_noise(shared, variance, factors);
  }
}

ScalarUpdate take_in(const StateVector& h, double variance, CovarianceFactors& factors) {
  const Eigen::Index size = factors.cols();
  ScalarUpdate update;
  update.gain.resize(size);
  update.innovation_variance = variance;
  double inverse = 1.0 / variance;  // of the innovation's variance by the states so far
  for (Eigen::Index j = 0; j < size; ++j) {
    const double f = factor_row(factors, h, j);
    const double v = f * factors(j, j);
    const double before = update.innovation_variance;
    update.innovation_variance += f * v;
    const double share = -f * inverse;
    inverse = 1.0 / update.innovation_variance;
    factors(j, j) *= before * inverse;
    for (Eigen::Index i = 0; i < j; ++i) {
      const double u = factors(i, j);
      factors(i, j) = u + share * update.gain[i];
      update.gain[i] += v * u;
    }
    update.gain[j] = v;
  }
  update.gain *= inverse;
  return update;
}

}  // namespace freefloat
