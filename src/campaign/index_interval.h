#pragma once

#include <vector>

#include "campaign/intervals.h"

namespace freefloat {

/// The 95 % interval of the Sobol index of first order, which lies in 0 to 1: the indices with which bins
/// that differ as much or as little as these are not yet rarer than 2.5 % each way. Between the bins there
/// is always some of the noise within them, so resamples of the same data would lie too high.
/// @param bins A parameter's values in their order, about equally full, and the successes in each.
/// @return 0 to 1 where all samples or none succeeded, and nothing is known.
Interval index_interval(const std::vector<Share>& bins);

}  // namespace freefloat
