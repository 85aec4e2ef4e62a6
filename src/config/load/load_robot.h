#pragma once

#include <string>

#include "config/yaml/config_error.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// Reads a robot, configs/robots/*.yaml.
/// @throws ConfigError with all problems of the file.
RobotParameters load_robot(const std::string& path);

}  // namespace freefloat
