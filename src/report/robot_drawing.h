#pragma once

#include <vector>

#include "model/robot_parameters.h"
#include "types/robot_state.h"

namespace freefloat {

/// @return Joint 1 .. joint n and the hand in the table frame, m: n + 1 points. Empty when the state does not
/// fit the robot or holds a number that is not finite.
std::vector<Vector2> arm_points(const RobotParameters& robot, const RobotState& state);

/// @return The four corners of the satellite's outline in the table frame, m, counter-clockwise.
std::vector<Vector2> satellite_outline(const RobotParameters& robot, const RobotState& state);

}  // namespace freefloat
