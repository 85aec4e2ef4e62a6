#pragma once

#include <functional>

#include "control/control_setup.h"
#include "control/predict_capture.h"
#include "types/state_estimate.h"

namespace freefloat {

/// A capture that is planned in time, cycle by cycle as the controller does it, on a robot that follows
/// exactly, on a level table.
/// @param setup Robot, limits, urgency. @param estimate Begin. @param moving The target moves.
/// @param look Called before each cycle and at the end, with time, posture and places.
/// @param last The last plan that was taken, and what it was chosen from.
/// @return kCaptured, or why not.
PredictedEnd preview_meeting(const ControlSetup& setup, const StateEstimate& estimate, bool moving,
                             const std::function<void(const CapturePrediction&)>& look,
                             MeetingOutput* last = nullptr);

/// @param setup Robot, limits, urgency. @param estimate Begin, at rest. @param moving The target moves.
/// @return Whether a meeting is found at all.
bool can_be_met(const ControlSetup& setup, const StateEstimate& estimate, bool moving);

}  // namespace freefloat
