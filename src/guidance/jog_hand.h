#pragma once

#include <optional>

#include "guidance/guidance_config.h"
#include "guidance/task_space.h"
#include "types/cycle.h"

namespace freefloat {

/// The hand as a person asks for it: within the guidance's speed and acceleration, and no farther than the
/// annulus' edges. A hand that is outside may be led back, never farther away, and is not led by itself.
/// @param config Speed and acceleration of the hand.
/// @param workspace Empty (outer <= inner): there are no edges.
/// @param period Of the cycle, s.
/// @param op Velocity wanted, and the frame that it is seen from; what is not finite counts as zero.
/// @param robot For the hand's direction.
/// @param s Hand and mass centre; `v_WE` is what the last cycle asked for.
/// @return m/s, in W; none at rest: the joints then stand still.
std::optional<Vector2> jog_hand(const GuidanceConfig& config, const HandWorkspace& workspace, double period,
                                const OperatorCommand& op, const RobotState& robot, const TaskSpaceState& s);

}  // namespace freefloat
