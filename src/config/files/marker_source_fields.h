#pragma once

#include "config/fields/field.h"
#include "hal/hardware_config.h"

namespace freefloat {

/// Section `hardware.camera` of a testbed.
Fields<MarkerSourceConfig> marker_source_fields();

/// Of an emulated one: its clock and its defects.
Fields<EmulatedCameraConfig> emulation_fields();

/// Whether its keys go together.
void check_marker_source(const MarkerSourceConfig& camera, const ConfigNode& node, Problems& problems);

/// The part of it that is of datagrams: where they come to, and their key.
void check_marker_datagrams(const MarkerSourceConfig& source, const ConfigNode& node, Problems& problems);

/// The part of it that is of an emulated one, which others do not have.
void check_emulation(const MarkerSourceConfig& source, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
