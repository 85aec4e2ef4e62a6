#include "control/resolve_rates.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace freefloat {

ResolvedRates resolve_rates(const DampingConfig& config, const GeneralizedJacobian& jacobian,
                            const Vector2& v_WE, const Vector2& v_WG, double angular_momentum) {
  const PointJacobian j = jacobian.position();
  const Vector2 velocity = v_WE - v_WG - jacobian.by_momentum.head<2>() * angular_momentum;

  ResolvedRates result;
  Matrix2 square = j * j.transpose();
  const double mean = 0.5 * square.trace();
  const double spread = std::hypot(0.5 * (square(0, 0) - square(1, 1)), square(0, 1));
  result.sigma_min = std::sqrt(std::max(0.0, mean - spread));
  if (j.cols() == 2) {
    result.determinant = j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0);
    // Exact where the difference above has lost its digits.
    result.sigma_min = std::abs(result.determinant) / std::sqrt(mean + spread);
  }
  if (result.sigma_min < config.threshold) {
    const double ratio = result.sigma_min / config.threshold;
    const double squared = config.max_damping * config.max_damping * (1.0 - ratio * ratio);
    result.damping = std::sqrt(squared);
    square.diagonal().array() += squared;
  }
  if (j.cols() == 2 && result.damping == 0.0) {
    const Matrix2 j2 = j;
    result.raw = j2.inverse() * velocity;
  } else {
    result.raw = j.transpose() * (square.inverse() * velocity);
  }
  return result;
}

void resolve_hand_turn(const GeneralizedJacobian& jacobian, double w_WE, double angular_momentum,
                       double limit, ResolvedRates& resolved) {
  constexpr double kThreshold = 0.15;   // |a| below which the angle's least squares are damped
  constexpr double kMaxDamping = 0.15;  // at |a| = 0
  JointVector& rates = resolved.raw;
  if (rates.size() < 3 || resolved.damping > 0.0) return;
  const PointJacobian j = jacobian.position();
  const Matrix2 square = j * j.transpose();
  if (!(square.determinant() > 0.0)) return;
  const JointVector row = jacobian.matrix.row(2).transpose();
  const JointVector free = row - j.transpose() * (square.inverse() * (j * row));
  const double size = free.norm();
  const double ratio = std::min(1.0, size / kThreshold);
  const double damped = size * size + kMaxDamping * kMaxDamping * (1.0 - ratio * ratio);
  const double missing = w_WE - jacobian.by_momentum[2] * angular_momentum - row.dot(rates);
  const JointVector turn = free * (missing / damped);
  double share = 1.0;
  for (Eigen::Index i = 0; i < rates.size(); ++i) {
    const double room = turn[i] > 0.0 ? limit - rates[i] : limit + rates[i];
    if (std::abs(turn[i]) > 0.0) share = std::min(share, std::max(0.0, room / std::abs(turn[i])));
  }
  rates += share * turn;
}

LimitedRates scale_to_limit(const JointVector& wanted, double limit, RateNorm norm) {
  const double size = norm == RateNorm::kEuclidean ? wanted.norm() : wanted.lpNorm<Eigen::Infinity>();
  // lpNorm may pass over a NaN, and the norm of finite numbers may overflow: both are asked for.
  if (!wanted.allFinite() || !(size < 1e100) || !(limit > 0.0))
    return {JointVector::Zero(wanted.size()), 0.0};
  if (size <= limit) return {wanted, 1.0};
  return {wanted * (limit / size), limit / size};
}

void scale_to_limit(double limit, RateNorm norm, ResolvedRates& resolved) {
  const LimitedRates limited = scale_to_limit(resolved.raw, limit, norm);
  resolved.limited = limited.rates;
  resolved.scale = limited.scale;
}

}  // namespace freefloat
