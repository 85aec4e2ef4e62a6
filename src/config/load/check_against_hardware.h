#pragma once

#include "config/load/cross_check.h"

namespace freefloat {

/// What the simulation is told to do in a testbed whose board or robot is real: effects that nobody would
/// see, and a plant that no board could drive.
void check_against_hardware(const RunConfig& run, const CrossCheckPlaces& places, Problems& problems);

/// Says of the link's key file what a run would find only when it opens the link: the file is no
/// configuration and is not kept in logs, so no loader reads it.
/// @param hardware Read from `document`.
/// @param document A testbed's file, or what of an experiment's takes its place.
void check_key_file(const HardwareConfig& hardware, const ConfigNode& document, Problems& problems);

/// The same of the file of a user's own law, which a replay needs not.
/// @param law Read from `document`.
void check_law(const std::string& law, const ConfigNode& document, Problems& problems);

}  // namespace freefloat
