#pragma once

#include "types/cycle.h"

namespace freefloat {

/// How a target is to be captured: what the prediction chooses and the guidance follows.
struct CapturePlan {
  bool unfold =
      false;  ///< first turn the joints towards a well-conditioned posture, until the hand is in the annulus
  ChartKind chart = ChartKind::kCartesian;
  double elbow =
      1.0;  ///< unfold to the good posture (1) or to its mirror image (-1), the elbow on the other side
  Time rendezvous{};  ///< t_f; moving targets only
};

}  // namespace freefloat
