#pragma once

#include "hal/hardware_config.h"
#include "types/time.h"

namespace freefloat {

/// @return How long the joints may go on moving when commands stay away, as the servos' own watchdog holds
/// it: until it bites, and until the joints rest then.
Duration bound_servo_stop(const LinkConfig& config, Duration time_to_live);

}  // namespace freefloat
