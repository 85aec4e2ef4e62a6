#pragma once

#include "config/fields/field.h"
#include "runtime/ros_config.h"

namespace freefloat {

Fields<RosConfig> ros_fields();

/// That the namespace is one that ROS 2 takes.
void check_ros(const RosConfig& ros, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
