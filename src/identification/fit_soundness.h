#pragma once

#include <string>

#include "identification/mass_solution.h"

namespace freefloat {

/// Up to this many times what the LEDs' noise explains, the LEDs are noisier than their blobs say, and wider
/// intervals take that into account; beyond, the equations do not hold, and no interval would.
inline constexpr double kMostNoise = 3.0;

/// What a fit leaves, held against the LEDs' noise: chi-square over its degrees of freedom.
struct FitSoundness {
  bool sound = true;  ///< the intervals hold
  std::string words;  ///< what is wrong and the likely causes; empty where there is nothing to say
};

FitSoundness judge_fit(const MomentumFit& fit);

/// Leaves the values and takes away what would be believed of them: no value counts as told, its interval is
/// NaN.
void withhold_intervals(MassSolution& solution);

}  // namespace freefloat
