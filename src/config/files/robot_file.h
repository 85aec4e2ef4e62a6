#pragma once

#include "config/fields/field.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// How a robot is written: configs/robots/*.yaml.
Fields<RobotParameters> robot_fields();

/// What no single value shows: as many joints as links, limits in order, inertias that such a body can have,
/// LEDs on bodies that exist.
/// @param node The file that `robot` was read from, for the places of problems.
void check_robot(const RobotParameters& robot, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
