#pragma once

#include "config/fields/field.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// Of `hardware.camera`: motion capture by NatNet, and poses by ROS 2.
Fields<MarkerSourceConfig> tracker_fields();

/// Whether these keys go together with one another and with the source.
void check_tracker(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
