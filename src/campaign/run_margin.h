#pragma once

#include <vector>

#include "runtime/phase_result.h"

namespace freefloat {

/// How far a run was from failing: the least that was left of any limit that its phases are judged by, as a
/// share of the limit. Limits are a phase's time, a capture's true distance, the errors of turns, paths and
/// postures.
/// @param phases Judged as a campaign judges them: up to the last capture, all where nothing is captured.
/// @param true_distance Hand to target when the gripper was told to close, m; NaN: not known.
/// @return 1: nothing of any limit was used; 0: at a limit, beyond it, or a phase has not passed.
double run_margin(const std::vector<PhaseResult>& phases, double true_distance = kUnknown);

}  // namespace freefloat
