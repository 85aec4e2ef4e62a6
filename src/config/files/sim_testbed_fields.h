#pragma once

#include "config/fields/field.h"
#include "hal/sim/sim_config.h"

namespace freefloat {

/// How the simulated testbed is written: section `simulation` of a testbed file.
Fields<SimConfig> sim_testbed_fields();

/// How a joint's motor and sensors are written: an entry of `simulation.drives`.
Fields<DriveParameters> drive_fields();

/// How the target and the effects scheduled for a run are written: parts of an experiment file.
Fields<TargetParameters> target_fields();
Fields<ScheduledFault> fault_fields();

}  // namespace freefloat
