#pragma once

#include "firmware/motor_bench.h"
#include "servo/servo.h"

/// A servo of one joint on the motor bench, commanded every 10 ms, from the start of the board.
struct ff_closed_loop {
  struct ff_motor_bench bench;
  struct ff_servo servo;
  struct ff_servo_inputs inputs;
  struct ff_servo_outputs outputs;
  uint64_t tick;  ///< ms of board time
  uint64_t last_command_tick;
  uint8_t flags;
  double rate;     ///< commanded, rad/s
  bool unplugged;  ///< commands do not arrive
  bool pot_stuck;  ///< sensors keep their count
  bool tacho_stuck;
  bool motor_inverted;  ///< wires exchanged
  bool tacho_inverted;
};

/// A load of the nominal inertia, 0.1 kg m^2.
void ff_start_loop(struct ff_closed_loop* loop);

/// @param parameters Of one joint. @param inertia Of the load, kg m^2.
void ff_start_loop_with(struct ff_closed_loop* loop, const struct ff_servo_parameters* parameters,
                        double inertia, uint64_t seed);

/// Some ticks; the second one with another command.
void ff_run(struct ff_closed_loop* loop, int ticks);
void ff_run_with(struct ff_closed_loop* loop, int ticks, unsigned flags, double rate);

/// To the enabled state, at rest.
void ff_enable(struct ff_closed_loop* loop);

/// @return Ticks until the fault state; `most` if it does not come.
int ff_ticks_to_fault(struct ff_closed_loop* loop, int most);
