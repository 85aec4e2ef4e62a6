#pragma once

#include <deque>
#include <span>
#include <vector>

#include "hal/sim/board_signals.h"
#include "hal/sim/sim_config.h"

namespace freefloat {

/// What sensors said before, for those that are stuck or late.
struct SensorPast {
  BoardSensors last;  ///< sample before, as the board read it
  std::deque<BoardSensors>
      truth;  ///< samples as they should have been, newest last, the longest delay's worth
};

/// Applies the scheduled mistakes and failures of the wiring between board and joints to a sample of the
/// sensors.
/// @param drives One a joint.
/// @param past Remembers samples; goes on.
void miswire_sensors(std::span<const ScheduledFault> faults, Time now,
                     const std::vector<DriveParameters>& drives, SensorPast& past, BoardSensors& sensors);

/// The same for the motors.
/// @param last What they got in the step before. @param duties Of the board's bridges on entry, at the motors
/// on return.
void miswire_motors(std::span<const ScheduledFault> faults, Time now,
                    const std::array<double, kMaxJoints>& last, std::array<double, kMaxJoints>& duties);

}  // namespace freefloat
