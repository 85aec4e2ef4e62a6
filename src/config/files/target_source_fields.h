#pragma once

#include "config/fields/field.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// Section `hardware.target_source` of a testbed: who tells the target beside the camera that sees the robot.
Fields<MarkerSourceConfig> target_source_fields();

/// Whether its keys go together.
void check_target_source(const MarkerSourceConfig& source, const ConfigNode& node, Problems& problems);

/// @return Who it is, for messages: `motion capture at 192.168.1.10`.
std::string name_target_source(const MarkerSourceConfig& source);

}  // namespace freefloat
