#pragma once

#include "servo/servo_parameters.h"

/// Two equal joints, 3 rad to either side, 1 rad/s, tuned for 0.1 kg m^2 on the drives of the motor bench.
extern const struct ff_servo_parameters ff_sample_parameters;

/// One such joint that may turn at 2 rad/s.
extern const struct ff_servo_parameters ff_fast_sample_parameters;
