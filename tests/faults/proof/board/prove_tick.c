// One tick of any board with any sensor readings.
#include "anything.h"

static struct ff_servo servo;
static struct ff_servo_inputs inputs;
static struct ff_servo_outputs outputs;

int main(void) {
  draw_servo(&servo);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    inputs.pot_counts[i] = any_u16;
    inputs.tacho_counts[i] = any_u16;
    inputs.current_counts[i] = any_u16;
  }
  inputs.gripper_contact = any_bool();
  ff_servo_tick(&servo, &inputs, any_u64, &outputs);
  check_servo(&servo);
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    //@ assert duty: -FF_FULL_DUTY <= outputs.duties[i] <= FF_FULL_DUTY;
  }
  return 0;
}
