#pragma once

#include <string>

#include "model/robot_parameters.h"

namespace freefloat {

/// @return The planar robot as URDF: links `satellite`, `link_1`, ..., `hand` with their masses, joints
/// `joint_1`, ... about z with their limits; frames as in runlog/robot_frames.h. Heights and thicknesses are
/// for the eye only.
std::string make_robot_description(const RobotParameters& robot);

}  // namespace freefloat
