#include "estimation/factored_covariance.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace freefloat {

namespace {

/// Entry j of U^T h.
double factor_row(const CovarianceFactors& factors, const StateVector& h, Eigen::Index j) {
  double sum = j < h.size() ? h[j] : 0.0;
  const Eigen::Index count = std::min(j, h.size());
  for (Eigen::Index i = 0; i < count; ++i) sum += factors(i, j) * h[i];
  return sum;
}

// Sizes that the compiler knows, so that it unrolls every loop: a robot of two joints, and the target. Any
// other goes through the same code with sizes known when it runs. Results are the same bits.
constexpr int kRobotStates = 8;
constexpr int kTargetStates = 2;

template <int kCount>
using Entries = Eigen::Matrix<double, kCount, 1, Eigen::ColMajor,
                              kCount == Eigen::Dynamic ? kMaxFilterStates : kCount, 1>;

/// Calls `work` with 0, 1, ... count - 1: as constants where the count is known.
template <int kCount, typename Work>
void for_each(Eigen::Index count, const Work& work) {
  if constexpr (kCount == Eigen::Dynamic) {
    for (Eigen::Index i = 0; i < count; ++i) work(i);
  } else {
    [&]<int... i>(std::integer_sequence<int, i...>) {
      (work(std::integral_constant<Eigen::Index, i>{}), ...);
    }
    (std::make_integer_sequence<int, kCount>{});
  }
}

/// A noise at column j needs itself at column j + 1 and the noise before it at column j: from column to
/// column each would wait for a division, so the noises take turns.
template <int kStates>
void add_to_columns(NoiseDirections directions, NoiseVariances variances, CovarianceFactors& factors) {
  const Eigen::Index size = kStates == Eigen::Dynamic ? directions.rows() : kStates;
  const Eigen::Index stride = kStates == Eigen::Dynamic ? factors.rows() : kStates;
  for_each<kStates>(size, [&](auto from_last) {
    const Eigen::Index j = size - 1 - from_last;
    double* const column = factors.data() + j * stride;
    for (Eigen::Index k = 0; k < variances.size(); ++k) {
      double* const direction = directions.data() + k * size;
      const double a = direction[j];
      const double before = column[j];
      const double after = before + variances[k] * a * a;
      if (a == 0.0 || after == 0.0) continue;
      const double inverse = 1.0 / after;
      const double share = variances[k] * a * inverse;
      column[j] = after;
      for (Eigen::Index i = 0; i < j; ++i) {
        const double left = direction[i] - a * column[i];
        direction[i] = left;
        column[i] += share * left;
      }
      variances[k] *= before * inverse;
    }
  });
}

/// @param weights The length kWeights. @param all As many states as kStates.
template <int kStates, int kWeights>
ScalarUpdate take_in_columns(const StateVector& weights, double variance, CovarianceFactors& all) {
  using Factors = Eigen::Matrix<double, kStates, kStates>;
  Eigen::Map<Factors> factors(all.data(), all.rows(), all.cols());
  const Entries<kWeights> h = weights;
  Entries<kStates> gain(all.cols());
  double innovation_variance = variance;
  double inverse = 1.0 / variance;  // of the innovation's variance by the states so far
  for_each<kStates>(all.cols(), [&](auto column) {
    const Eigen::Index j = column;
    double f = j < h.size() ? h[j] : 0.0;
    const Eigen::Index count = std::min<Eigen::Index>(j, h.size());
    for (Eigen::Index i = 0; i < count; ++i) f += factors(i, j) * h[i];
    const double v = f * factors(j, j);
    const double before = innovation_variance;
    innovation_variance += f * v;
    const double share = -f * inverse;
    inverse = 1.0 / innovation_variance;
    factors(j, j) *= before * inverse;
    for (Eigen::Index i = 0; i < j; ++i) {
      const double u = factors(i, j);
      factors(i, j) = u + share * gain[i];
      gain[i] += v * u;
    }
    gain[j] = v;
  });
  return {gain * inverse, innovation_variance};
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

void add_noises(const NoiseDirections& directions, const NoiseVariances& variances,
                CovarianceFactors& factors) {
  const bool whole = directions.rows() == factors.cols();
  if (whole && factors.cols() == kRobotStates)
    return add_to_columns<kRobotStates>(directions, variances, factors);
  if (whole && factors.cols() == kTargetStates)
    return add_to_columns<kTargetStates>(directions, variances, factors);
  add_to_columns<Eigen::Dynamic>(directions, variances, factors);
}

void add_noise(const StateVector& direction, double variance, CovarianceFactors& factors) {
  add_noises(direction, NoiseVariances::Constant(1, variance), factors);
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
  if (factors.cols() == kRobotStates && h.size() == kRobotStates - 3)
    return take_in_columns<kRobotStates, kRobotStates - 3>(h, variance, factors);
  if (factors.cols() == kTargetStates && h.size() == kTargetStates)
    return take_in_columns<kTargetStates, kTargetStates>(h, variance, factors);
  return take_in_columns<Eigen::Dynamic, Eigen::Dynamic>(h, variance, factors);
}

}  // namespace freefloat
