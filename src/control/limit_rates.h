#pragma once

#include "control/controller_config.h"
#include "types/cycle.h"

namespace freefloat {

/// Joint rates within their limit.
struct LimitedRates {
  JointVector rates;   ///< rad/s
  double scale = 1.0;  ///< rates = scale * wanted
};

/// Yoshida & Umetani 1990, Eq. (13): the whole vector is scaled, so that the hand keeps its direction. The
/// last gate before the wire: a NaN or an infinity anywhere gives zero rates with scale 0, never full speed.
/// @param wanted rad/s.
/// @param limit phi_max, rad/s, positive.
/// @param norm What is held below the limit.
LimitedRates scale_to_limit(const JointVector& wanted, double limit, RateNorm norm);

/// The same for rates that were resolved: sets `limited` and `scale`.
void scale_to_limit(double limit, RateNorm norm, ResolvedRates& resolved);

}  // namespace freefloat
