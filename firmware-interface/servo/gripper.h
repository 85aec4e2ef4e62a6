#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Memory of the gripper.
struct ff_gripper {
  uint8_t state;   ///< ff_gripper_state
  uint16_t ticks;  ///< since closing began
};

/// One tick of the gripper while the drives are energised; otherwise it is left as it is, so that a stop
/// drops nothing.
/// @param close Jaws wanted closed.
/// @param contact Jaws feel an object between them.
/// @param closing_ticks After so long without contact the jaws are empty.
void ff_tick_gripper(struct ff_gripper* gripper, bool close, bool contact, uint16_t closing_ticks);

/// @return Whether the jaws are driven closed.
bool ff_is_gripper_closed(const struct ff_gripper* gripper);

#ifdef __cplusplus
}
#endif
