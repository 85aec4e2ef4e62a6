#include "servo/gripper.h"

#include "wire/messages.h"

void ff_tick_gripper(struct ff_gripper* gripper, bool close, bool contact, uint16_t closing_ticks) {
  if (!close) {
    gripper->state = FF_GRIPPER_OPEN;
    gripper->ticks = 0;
    return;
  }
  if (gripper->state == FF_GRIPPER_OPEN) gripper->state = FF_GRIPPER_CLOSING;
  if (gripper->ticks < closing_ticks) ++gripper->ticks;
  if (contact) {
    gripper->state = FF_GRIPPER_HOLDING;
  } else if (gripper->state == FF_GRIPPER_HOLDING || gripper->ticks >= closing_ticks) {
    gripper->state = FF_GRIPPER_EMPTY;
  }
}

bool ff_is_gripper_closed(const struct ff_gripper* gripper) {
  return gripper->state != FF_GRIPPER_OPEN;
}
