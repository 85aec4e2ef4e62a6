#pragma once

#include <optional>
#include <string>

#include "control/plan_capture.h"

namespace freefloat {

/// How a hand that is led is to capture its target.
struct FoundPlan {
  CapturePlan plan;
  double clearance_share = 1.0;  ///< of the clearance that the way keeps
};

/// @param setup Robot, limits and settings. @param estimate Begin. @param moving The target moves.
/// @return The plan that the controller would take; none: it would take none.
std::optional<FoundPlan> find_plan(const ControlSetup& setup, const StateEstimate& estimate, bool moving);

/// @param setup As the target cannot be captured. @param estimate Begin. @param moving The target moves.
/// @return Of a target that could be captured from another direction than it is wished, the nearest one that
/// the prediction finds, in words; else empty.
std::string name_better_approach(const ControlSetup& setup, const StateEstimate& estimate, bool moving);

}  // namespace freefloat
