#pragma once

#include "types/cycle.h"

namespace freefloat {

/// How a target is to be captured: what the prediction chooses and the guidance follows.
struct CapturePlan {
  ChartKind chart = ChartKind::kCartesian;
  Time rendezvous{};  ///< t_f; moving targets only
};

}  // namespace freefloat
