#pragma once

#include <span>
#include <vector>

#include "hal/sim/board_signals.h"
#include "hal/sim/sim_config.h"

namespace freefloat {

/// Applies the scheduled mistakes and failures of the wiring between board and joints to a sample of the
/// sensors.
/// @param drives One a joint.
/// @param last The sample before, as the board read it: what a stuck sensor keeps.
void miswire_sensors(std::span<const ScheduledFault> faults, Time now,
                     const std::vector<DriveParameters>& drives, const BoardSensors& last,
                     BoardSensors& sensors);

/// The same for the motors. @param duties Of the board's bridges on entry, at the motors on return.
void miswire_motors(std::span<const ScheduledFault> faults, Time now, std::array<double, kMaxJoints>& duties);

}  // namespace freefloat
