#include "firmware/closed_loop.h"

#include <string.h>

#include "firmware/check.h"
#include "firmware/sample_parameters.h"

void ff_start_loop(struct ff_closed_loop* loop) {
  struct ff_servo_parameters parameters = ff_sample_parameters;
  parameters.joint_count = 1;
  ff_start_loop_with(loop, &parameters, 0.1, 1);
}

void ff_start_loop_with(struct ff_closed_loop* loop, const struct ff_servo_parameters* parameters,
                        double inertia, uint64_t seed) {
  memset(loop, 0, sizeof *loop);
  ff_start_bench(&loop->bench, inertia, seed);
  CHECK(ff_servo_start(&loop->servo, parameters));
}

static void send(struct ff_closed_loop* loop) {
  const double micro = loop->rate * 1e6;
  struct ff_command command = {.flags = loop->flags, .joint_count = 1, .time_to_live_us = 60000};
  command.rates_urad_s[0] = (int32_t)(micro < 0.0 ? micro - 0.5 : micro + 0.5);
  ff_servo_command(&loop->servo, &command, loop->tick * 1000u);
  loop->last_command_tick = loop->tick;
}

static void step(struct ff_closed_loop* loop) {
  if (!loop->unplugged && loop->tick % 10u == 0) send(loop);
  const uint16_t pot = ff_pot_count(&loop->bench);
  const uint16_t tacho = ff_tacho_count(&loop->bench);
  if (!loop->pot_stuck) loop->inputs.pot_counts[0] = pot;
  if (!loop->tacho_stuck)
    loop->inputs.tacho_counts[0] = loop->tacho_inverted ? (uint16_t)(4096 - tacho) : tacho;
  loop->inputs.current_counts[0] = ff_current_count(&loop->bench);
  ff_servo_tick(&loop->servo, &loop->inputs, loop->tick * 1000u, &loop->outputs);
  const int16_t duty = loop->outputs.duties[0];
  ff_step_bench(&loop->bench, loop->motor_inverted ? (int16_t)-duty : duty, loop->outputs.energised);
  ++loop->tick;
}

void ff_run(struct ff_closed_loop* loop, int ticks) {
  for (int i = 0; i < ticks; ++i) step(loop);
}

void ff_run_with(struct ff_closed_loop* loop, int ticks, unsigned flags, double rate) {
  loop->flags = (uint8_t)flags;
  loop->rate = rate;
  ff_run(loop, ticks);
}

void ff_enable(struct ff_closed_loop* loop) {
  ff_run_with(loop, 20, 0, 0.0);
  ff_run_with(loop, 100, FF_COMMAND_ENABLE, 0.0);
  CHECK_EQUAL(loop->servo.state, FF_STATE_ENABLED);
}

int ff_ticks_to_fault(struct ff_closed_loop* loop, int most) {
  int ticks = 0;
  for (; loop->servo.state != FF_STATE_FAULT && ticks < most; ++ticks) step(loop);
  return ticks;
}
