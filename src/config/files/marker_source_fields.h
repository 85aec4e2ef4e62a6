#pragma once

#include "config/fields/field.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// Section `hardware.camera` of a testbed.
Fields<MarkerSourceConfig> marker_source_fields();

/// Whether its keys go together.
void check_marker_source(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
