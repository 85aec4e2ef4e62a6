#pragma once

#include "runtime/preview.h"

namespace freefloat {

/// Predicts a motion to a posture, all joints arriving together, on a robot that follows exactly: the
/// satellite turns by the kept momentum, the mass centre drifts on.
/// @param config Robot, limits and settings. @param phase Of the kind move_to.
/// @param estimate Where the robot is when the phase begins.
/// @return Refused where a joint may not stand so, or the satellite would come to the table's edge.
Preview preview_posture(const ControllerConfig& config, const Phase& phase, const StateEstimate& estimate);

}  // namespace freefloat
