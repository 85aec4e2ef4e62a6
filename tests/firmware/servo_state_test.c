#include <stddef.h>

#include "firmware/check.h"
#include "firmware/closed_loop.h"

static void starts_off_and_drives_nothing(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  loop.unplugged = true;
  ff_run(&loop, 100);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
  CHECK(!loop.outputs.energised);
}

static void restarted_under_a_stream_stays_off(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_run_with(&loop, 500, FF_COMMAND_ENABLE, 0.3);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
  CHECK(ff_size_of(loop.bench.angle) <= 0.0);
  ff_run_with(&loop, 20, 0, 0.0);
  ff_run_with(&loop, 20, FF_COMMAND_ENABLE, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_ENABLED);
}

static void runs_while_a_rate_is_commanded(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  CHECK(loop.outputs.energised);
  ff_run_with(&loop, 50, FF_COMMAND_ENABLE, 0.2);
  CHECK_EQUAL(loop.servo.state, FF_STATE_RUN);
  ff_run_with(&loop, 100, FF_COMMAND_ENABLE, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_ENABLED);
}

static void time_to_live_counts_from_reception(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  loop.unplugged = true;
  while (loop.tick < loop.last_command_tick + 60) {
    ff_run(&loop, 1);
    CHECK_EQUAL(loop.servo.state, FF_STATE_ENABLED);
  }
  ff_run(&loop, 1);
  CHECK_EQUAL(loop.servo.state, FF_STATE_TIMEOUT);
}

static void command_once(struct ff_closed_loop* loop, uint32_t time_to_live_us, int32_t rate_urad_s) {
  loop->unplugged = true;
  struct ff_command command = {
      .flags = FF_COMMAND_ENABLE, .joint_count = 1, .time_to_live_us = time_to_live_us};
  command.rates_urad_s[0] = rate_urad_s;
  ff_servo_command(&loop->servo, &command, loop->tick * 1000u);
}

static void time_to_live_is_capped(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  command_once(&loop, 0xffffffffu, 0);
  ff_run(&loop, 300);
  CHECK_EQUAL(loop.servo.state, FF_STATE_ENABLED);
  ff_run(&loop, 1);
  CHECK_EQUAL(loop.servo.state, FF_STATE_TIMEOUT);
}

static void zero_time_to_live_never_moves(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  const double angle = loop.bench.angle;
  command_once(&loop, 0, 500000);
  ff_run(&loop, 100);
  CHECK_EQUAL(loop.servo.state, FF_STATE_TIMEOUT);
  CHECK(ff_size_of(loop.bench.angle - angle) < 1e-6);
}

static void latch(struct ff_closed_loop* loop, int state) {
  ff_start_loop(loop);
  ff_enable(loop);
  if (state == FF_STATE_TIMEOUT) {
    loop->unplugged = true;
    ff_run(loop, 200);
    loop->unplugged = false;
  } else if (state == FF_STATE_STOP) {
    ff_run_with(loop, 20, FF_COMMAND_STOP, 0.0);
  } else {
    loop->bench.rate = 5.0;  // overspeed
    ff_run(loop, 20);
  }
  CHECK_EQUAL(loop->servo.state, state);
}

static void latched_states_are_left_by_clear_only(void) {
  const int states[] = {FF_STATE_TIMEOUT, FF_STATE_STOP, FF_STATE_FAULT};
  for (int i = 0; i < 3; ++i) {
    struct ff_closed_loop loop;
    latch(&loop, states[i]);
    // Neither commands nor silence revive, and clear together with enable is no acknowledgement.
    ff_run_with(&loop, 300, FF_COMMAND_ENABLE, 0.3);
    CHECK_EQUAL(loop.servo.state, states[i]);
    ff_run_with(&loop, 50, 0, 0.0);
    CHECK_EQUAL(loop.servo.state, states[i]);
    ff_run_with(&loop, 50, FF_COMMAND_CLEAR | FF_COMMAND_ENABLE, 0.0);
    CHECK_EQUAL(loop.servo.state, states[i]);
    ff_run_with(&loop, 20, FF_COMMAND_CLEAR, 0.0);
    CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
    CHECK(!loop.outputs.energised);
    CHECK_EQUAL(ff_servo_faults(&loop.servo), 0);
    ff_run_with(&loop, 50, FF_COMMAND_ENABLE, 0.0);
    CHECK_EQUAL(loop.servo.state, FF_STATE_ENABLED);
  }
}

static void stop_latches_from_off(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_run_with(&loop, 20, FF_COMMAND_STOP, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_STOP);
  ff_run_with(&loop, 50, FF_COMMAND_STOP | FF_COMMAND_CLEAR, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_STOP);
}

static void enabling_during_a_stop_must_wait(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  ff_run_with(&loop, 100, FF_COMMAND_ENABLE, 0.5);
  ff_run_with(&loop, 10, 0, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
  CHECK(loop.outputs.energised);  // still stopping
  ff_run_with(&loop, 100, FF_COMMAND_ENABLE, 0.5);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
  ff_run_with(&loop, 100, FF_COMMAND_ENABLE, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_ENABLED);
}

static void fault_outranks_a_stop(void) {
  struct ff_closed_loop loop;
  latch(&loop, FF_STATE_FAULT);
  ff_servo_stop(&loop.servo);
  CHECK_EQUAL(loop.servo.state, FF_STATE_FAULT);
  latch(&loop, FF_STATE_TIMEOUT);
  ff_servo_stop(&loop.servo);
  CHECK_EQUAL(loop.servo.state, FF_STATE_STOP);
}

static void clear_needs_the_cause_gone(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  loop.tacho_stuck = true;
  loop.inputs.tacho_counts[0] = 0;
  CHECK(ff_ticks_to_fault(&loop, 100) < 100);
  // Longer than the stop of a joint that cannot be driven: until then it is that which refuses.
  ff_run_with(&loop, FF_BLIND_STOP_END_TICK + 1000, FF_COMMAND_CLEAR, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_FAULT);
  CHECK(!loop.outputs.energised);
  loop.tacho_stuck = false;
  ff_run_with(&loop, 5000, FF_COMMAND_CLEAR, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
}

static void clear_waits_for_the_end_of_the_stop(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  ff_run_with(&loop, 100, FF_COMMAND_ENABLE, 0.5);
  ff_servo_stop(&loop.servo);
  ff_run_with(&loop, 15, FF_COMMAND_CLEAR, 0.0);
  CHECK(loop.outputs.energised);
  CHECK_EQUAL(loop.servo.state, FF_STATE_STOP);
  ff_run_with(&loop, 1000, FF_COMMAND_CLEAR, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
}

static void enabling_waits_for_the_first_reading(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  struct ff_command command = {.joint_count = 1, .time_to_live_us = 60000};
  ff_servo_command(&loop.servo, &command, 0);
  command.flags = FF_COMMAND_ENABLE;
  ff_servo_command(&loop.servo, &command, 0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
  CHECK(!loop.servo.energised);
}

const struct ff_test ff_servo_state_tests[] = {
    {"ServoStates.StartsOffAndDrivesNothing", starts_off_and_drives_nothing},
    {"ServoStates.ABoardThatRestartsUnderARunningStreamStaysOff", restarted_under_a_stream_stays_off},
    {"ServoStates.RunsWhileAnyRateIsCommandedAndReturnsToEnabled", runs_while_a_rate_is_commanded},
    {"ServoStates.TimeToLiveCountsFromReceptionToTheTick", time_to_live_counts_from_reception},
    {"ServoStates.TimeToLiveIsCappedAt300Ms", time_to_live_is_capped},
    {"ServoStates.ZeroTimeToLiveNeverMoves", zero_time_to_live_never_moves},
    {"ServoStates.LatchedStatesAreLeftOnlyByClearAndOnlyToOff", latched_states_are_left_by_clear_only},
    {"ServoStates.StopLatchesFromOffToo", stop_latches_from_off},
    {"ServoStates.EnablingAgainDuringTheStopOfADisabledBoardMustWait", enabling_during_a_stop_must_wait},
    {"ServoStates.AFaultOutranksAStop", fault_outranks_a_stop},
    {"ServoStates.ClearNeedsTheCauseGone", clear_needs_the_cause_gone},
    {"ServoStates.ClearWaitsForTheEndOfTheStop", clear_waits_for_the_end_of_the_stop},
    {"ServoStates.EnablingWaitsForTheFirstReading", enabling_waits_for_the_first_reading},
    {NULL, NULL},
};
