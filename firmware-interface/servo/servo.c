#include "servo/servo.h"

#include <string.h>

static bool is_latched(uint8_t state) {
  return state == FF_STATE_TIMEOUT || state == FF_STATE_FAULT || state == FF_STATE_STOP;
}

static bool is_following(uint8_t state) {
  return state == FF_STATE_ENABLED || state == FF_STATE_RUN;
}

static bool has_flag(const struct ff_command* command, unsigned flag) {
  return (command->flags & flag) != 0;
}

bool ff_servo_start(struct ff_servo* servo, const struct ff_servo_parameters* parameters) {
  memset(servo, 0, sizeof *servo);
  if (!ff_check_servo_parameters(parameters)) return false;
  servo->parameters = *parameters;
  return true;
}

// Leaves motion by the stop sequence; the new state is what remains afterwards.
static void begin_stop(struct ff_servo* servo, uint8_t state) {
  servo->state = state;
  servo->may_enable = false;
  if (!servo->energised || servo->stop_tick != 0) return;
  servo->stop_tick = 1;
  bool moving = false;
  const int count = servo->parameters.joint_count;
  for (int i = 0; i < count; ++i) moving = moving || !ff_is_joint_at_rest(&servo->joints[i]);
  for (int i = 0; i < count; ++i) ff_begin_joint_stop(&servo->joints[i], moving);
}

void ff_servo_stop(struct ff_servo* servo) {
  // A fault outranks a stop: it says more, and is just as safe.
  if (servo->state != FF_STATE_FAULT) begin_stop(servo, FF_STATE_STOP);
}

static void clear_latch(struct ff_servo* servo) {
  if (!is_latched(servo->state) || servo->energised || servo->present_faults != 0) return;
  servo->state = FF_STATE_OFF;
  servo->latched_faults = 0;
  servo->blind_joints = 0;
}

static void enable(struct ff_servo* servo) {
  const bool ready = servo->may_enable && servo->measured && !servo->energised && servo->present_faults == 0;
  if (servo->state != FF_STATE_OFF || !ready) return;
  servo->state = FF_STATE_ENABLED;
  servo->energised = true;
  for (int i = 0; i < servo->parameters.joint_count; ++i) ff_release_joint(&servo->joints[i]);
}

void ff_servo_command(struct ff_servo* servo, const struct ff_command* command, uint64_t now_us) {
  if (servo->parameters.joint_count == 0) return;
  servo->command = *command;
  servo->accepted_us = now_us;
  if (has_flag(command, FF_COMMAND_STOP)) {
    ff_servo_stop(servo);
  } else if (has_flag(command, FF_COMMAND_ENABLE)) {
    enable(servo);
  } else {
    if (is_following(servo->state)) begin_stop(servo, FF_STATE_OFF);
    if (has_flag(command, FF_COMMAND_CLEAR)) clear_latch(servo);
    if (servo->state == FF_STATE_OFF) servo->may_enable = true;
  }
}

static void measure(struct ff_servo* servo, const struct ff_servo_inputs* inputs) {
  unsigned present = 0;
  for (int i = 0; i < servo->parameters.joint_count; ++i) {
    const struct ff_joint_parameters* parameters = &servo->parameters.joints[i];
    struct ff_joint_state* joint = &servo->joints[i];
    const struct ff_joint_counts counts = {
        .pot = inputs->pot_counts[i], .tacho = inputs->tacho_counts[i], .current = inputs->current_counts[i]};
    if (!servo->measured) ff_start_joint(parameters, joint, counts.pot);
    ff_measure_joint(parameters, joint, &counts);
    const unsigned faults = ff_check_joint(parameters, joint, &counts, is_following(servo->state));
    if (faults != 0) present |= faults | (1u << (FF_FAULT_JOINT_SHIFT + i));
    if ((faults & FF_FAULT_UNDRIVABLE_MASK) != 0)
      servo->blind_joints = (uint8_t)(servo->blind_joints | (1u << i));
  }
  servo->measured = true;
  servo->present_faults = (uint16_t)present;
}

static bool is_command_dead(const struct ff_servo* servo, uint64_t now_us) {
  const uint32_t asked = servo->command.time_to_live_us;
  const uint32_t time_to_live = asked < FF_MAX_TIME_TO_LIVE_US ? asked : FF_MAX_TIME_TO_LIVE_US;
  return now_us >= servo->accepted_us + time_to_live;
}

static void advance_state(struct ff_servo* servo, uint64_t now_us) {
  if (servo->energised && servo->present_faults != 0) {
    servo->latched_faults |= servo->present_faults;
    if (servo->state != FF_STATE_FAULT) begin_stop(servo, FF_STATE_FAULT);
  }
  if (!servo->energised && servo->state != FF_STATE_FAULT && servo->present_faults == 0)
    servo->blind_joints = 0;
  if (is_following(servo->state) && is_command_dead(servo, now_us)) begin_stop(servo, FF_STATE_TIMEOUT);
}

static void follow(struct ff_servo* servo, bool contact, struct ff_servo_outputs* outputs) {
  bool moving = false;
  for (int i = 0; i < servo->parameters.joint_count; ++i) {
    struct ff_joint_clamps clamps;
    const int32_t rate = servo->command.rates_urad_s[i];
    outputs->duties[i] = ff_drive_joint(&servo->parameters.joints[i], &servo->joints[i], rate, &clamps);
    const unsigned bits = (clamps.limited ? 1u << i : 0u) | (clamps.accelerating ? 1u << (8 + i) : 0u);
    servo->clamps = (uint16_t)(servo->clamps | bits);
    moving = moving || rate != 0 || servo->joints[i].reference_urad_s != 0;
  }
  servo->state = moving ? FF_STATE_RUN : FF_STATE_ENABLED;
  ff_tick_gripper(&servo->gripper, has_flag(&servo->command, FF_COMMAND_CLOSE_GRIPPER), contact,
                  servo->parameters.gripper_closing_ticks);
}

static void stop(struct ff_servo* servo, struct ff_servo_outputs* outputs) {
  for (int i = 0; i < servo->parameters.joint_count; ++i) {
    if (ff_is_stop_failing(&servo->parameters.joints[i], &servo->joints[i], servo->stop_tick))
      servo->blind_joints = (uint8_t)(servo->blind_joints | (1u << i));
    const bool blind = (servo->blind_joints & (1u << i)) != 0;
    outputs->duties[i] =
        blind ? 0 : ff_stop_joint(&servo->parameters.joints[i], &servo->joints[i], servo->stop_tick);
  }
  const int end = servo->blind_joints != 0 ? FF_BLIND_STOP_END_TICK : FF_STOP_END_TICK;
  if (++servo->stop_tick > end) {
    servo->stop_tick = 0;
    servo->energised = false;
  }
}

static int32_t held_within(int64_t value, int32_t limit) {
  return value > limit ? limit : value < -limit ? -limit : (int32_t)value;
}

// What was driven until this tick's sample. As long as nobody asks, the first minute counts.
static void sum_duties(struct ff_servo* servo) {
  if (servo->duty_ticks == UINT16_MAX) return;
  ++servo->duty_ticks;
  for (int i = 0; i < FF_MAX_JOINTS; ++i)
    servo->duty_sums[i] = held_within((int64_t)servo->duty_sums[i] + servo->driven[i], INT32_MAX);
}

void ff_servo_tick(struct ff_servo* servo, const struct ff_servo_inputs* inputs, uint64_t now_us,
                   struct ff_servo_outputs* outputs) {
  memset(outputs, 0, sizeof *outputs);
  sum_duties(servo);
  measure(servo, inputs);
  advance_state(servo, now_us);
  outputs->energised = servo->energised;
  if (servo->stop_tick != 0) {
    stop(servo, outputs);
  } else if (is_following(servo->state)) {
    follow(servo, inputs->gripper_contact, outputs);
  }
  outputs->close_gripper = ff_is_gripper_closed(&servo->gripper);
  memcpy(servo->driven, outputs->duties, sizeof servo->driven);
}

uint16_t ff_servo_faults(const struct ff_servo* servo) {
  return (uint16_t)(servo->present_faults | servo->latched_faults);
}

uint16_t ff_servo_take_clamps(struct ff_servo* servo) {
  const uint16_t clamps = servo->clamps;
  servo->clamps = 0;
  return clamps;
}

void ff_servo_take_duties(struct ff_servo* servo, int16_t* duties) {
  const int32_t ticks = servo->duty_ticks;
  for (int i = 0; i < FF_MAX_JOINTS; ++i) {
    const int64_t sum = servo->duty_sums[i];
    const int32_t half = sum < 0 ? -(ticks / 2) : ticks / 2;
    duties[i] = ticks == 0 ? 0 : (int16_t)held_within((sum + half) / ticks, FF_FULL_DUTY);
    servo->duty_sums[i] = 0;
  }
  servo->duty_ticks = 0;
}
