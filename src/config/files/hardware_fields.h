#pragma once

#include "config/fields/field.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// How the real parts of a testbed are written: section `hardware` of a testbed file.
Fields<HardwareConfig> hardware_fields();

/// What each kind of link and camera needs, and which parts go together.
void check_hardware(const HardwareConfig& hardware, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
