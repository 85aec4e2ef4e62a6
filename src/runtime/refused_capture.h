#pragma once

#include <string>

#include "control/predict_capture.h"
#include "types/state_estimate.h"

namespace freefloat {

/// Why the planner finds no capture, in words and numbers: where the target is or passes, seen from the
/// robot's mass centre, and what stops the hand on the way.
/// @param setup Robot, limits and settings.
/// @param estimate Where robot and target are when the capture begins.
/// @param moving The target's velocity counts.
std::string explain_refused_capture(const ControlSetup& setup, const StateEstimate& estimate, bool moving);

/// @return What a prediction ended with: "a joint would reach its limit". Empty for a capture.
std::string_view words_of(PredictedEnd end);

}  // namespace freefloat
