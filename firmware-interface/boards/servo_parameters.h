#pragma once

#include "servo/servo_parameters.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What this board's servo knows of its drives. The C file is made by `freefloat board-parameters`.
extern const struct ff_servo_parameters ff_servo_parameters;

#ifdef __cplusplus
}
#endif
