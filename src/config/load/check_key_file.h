#pragma once

#include "config/yaml/config_node.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// Says of the link's key file what a run would find only when it opens the link: the file is no
/// configuration and is not kept in logs, so no loader reads it.
/// @param hardware Read from `document`.
/// @param document A testbed's file, or what of an experiment's takes its place.
void check_key_file(const HardwareConfig& hardware, const ConfigNode& document, Problems& problems);

}  // namespace freefloat
