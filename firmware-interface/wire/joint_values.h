#pragma once

#include "wire/bytes.h"
#include "wire/messages.h"

// One signed value for each joint, those that a board lacks included.

static inline void ff_put_joints(uint8_t* at, const int32_t* values) {
  for (int i = 0; i < FF_MAX_JOINTS; ++i) ff_put_i32(at + 4 * i, values[i]);
}

static inline void ff_get_joints(const uint8_t* at, int32_t* values) {
  for (int i = 0; i < FF_MAX_JOINTS; ++i) values[i] = ff_get_i32(at + 4 * i);
}
