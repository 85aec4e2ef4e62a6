#pragma once

#include "true_share.h"

namespace freefloat::testing_support {

inline constexpr double kNoise = 0.1;  ///< of corners and LEDs, pixels

/// Drawn cameras whose intrinsics are within the stated 95 % region.
struct LensTallies {
  Tally likely;    ///< region of likelihood, model given
  Tally given;     ///< the stated covariance's ellipse
  Tally straight;  ///< the same of models whose coefficients leave it straight
  Tally chosen;    ///< the same where cross-validation chose a model that can say the truth
  int poorer = 0;  ///< cameras for which another model was chosen
};

/// @param count Cameras. @param first Added to the seeds. @param choose A fifth by cross-validation, too.
LensTallies measure_lenses(int count, int first, bool choose);

}  // namespace freefloat::testing_support
