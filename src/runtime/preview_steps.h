#pragma once

#include "control/capture_step.h"
#include "runtime/preview.h"

namespace freefloat {

/// @param setup Robot and workspace.
/// @param arm Posture.
/// @param p_WE Hand, m. @param p_WG Mass centre, m.
/// @return Without time, target and rates.
PreviewStep step_at(const ControlSetup& setup, const ArmState& arm, const Vector2& p_WE, const Vector2& p_WG);

/// The margins of a prediction that has come to its end, and what comes near to one in words.
/// @param setup Limits. @param preview Has its steps and smallest singular value.
void sum_up(const ControlSetup& setup, Preview& preview);

/// @return A preview that says why nothing will be done.
Preview refused_preview(std::string text);

}  // namespace freefloat
