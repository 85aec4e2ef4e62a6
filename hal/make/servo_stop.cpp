#include "hal/make/servo_stop.h"

#include "hal/dynamixel/dynamixel_link.h"
#include "hal/odrive/odrive_link.h"

namespace freefloat {

Duration bound_servo_stop(const LinkConfig& config, Duration time_to_live) {
  if (config.type == LinkType::kOdrive) return odrive_stop_bound(time_to_live);
  return dynamixel_stop_bound(time_to_live);
}

}  // namespace freefloat
