#pragma once

#include "servo/joint_servo.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Faults that the servo finds. In a status, bit 8 + i says that joint i is concerned.
enum ff_fault {
  FF_FAULT_POT_RANGE = 1 << 0,     ///< potentiometer at the end of its scale: broken wire
  FF_FAULT_TACHO_RANGE = 1 << 1,   ///< tachogenerator at the end of its scale
  FF_FAULT_PLAUSIBILITY = 1 << 2,  ///< potentiometer and tachogenerator contradict each other
  FF_FAULT_OVERSPEED = 1 << 3,     ///< faster than overspeed_urad_s
  FF_FAULT_POSITION = 1 << 4,      ///< beyond a position limit by more than angle_margin_urad
  FF_FAULT_TRACKING = 1 << 5,      ///< driven, but does not follow: blocked or motor broken
  FF_FAULT_OVERCURRENT = 1 << 6,   ///< motor current above max_current_ma: short circuit or blocked
  FF_FAULT_SENSOR_MASK = FF_FAULT_POT_RANGE | FF_FAULT_TACHO_RANGE | FF_FAULT_PLAUSIBILITY,
  /// The joint must not be driven any more, not even to stop it.
  FF_FAULT_UNDRIVABLE_MASK = FF_FAULT_SENSOR_MASK | FF_FAULT_OVERCURRENT
};

/// Bit of a status's fault field that names a joint.
enum { FF_FAULT_JOINT_SHIFT = 8 };

/// Checks one joint after its measurement, once a tick.
/// @param driven Whether the servo is following a rate command with this joint.
/// @return Bits of ff_fault that are present now, each after its debounce time.
uint16_t ff_check_joint(const struct ff_joint_parameters* parameters, struct ff_joint_state* joint,
                        const struct ff_joint_counts* counts, bool driven);

#ifdef __cplusplus
}
#endif
