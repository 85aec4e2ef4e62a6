#include "control/limit_rates.h"

namespace freefloat {

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
