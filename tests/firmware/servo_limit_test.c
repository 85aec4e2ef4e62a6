#include <stddef.h>
#include <string.h>

#include "firmware/check.h"
#include "firmware/closed_loop.h"
#include "firmware/sample_parameters.h"

static int32_t size_of(int32_t value) {
  return value < 0 ? -value : value;
}

static void rate_is_clipped(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  ff_run_with(&loop, 300, FF_COMMAND_ENABLE, 0.9);
  ff_servo_take_clamps(&loop.servo);
  ff_run_with(&loop, 100, FF_COMMAND_ENABLE, 0.9);
  CHECK_EQUAL(ff_servo_take_clamps(&loop.servo), 0);
  ff_run_with(&loop, 300, FF_COMMAND_ENABLE, 1.4);
  CHECK(ff_size_of(loop.bench.rate - 1.0) < 0.03);
  CHECK((ff_servo_take_clamps(&loop.servo) & 1u) != 0);
}

static void mean_duty_is_what_the_bridges_drove(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  int16_t duties[FF_MAX_JOINTS];
  ff_enable(&loop);
  loop.flags = FF_COMMAND_ENABLE;
  loop.rate = 0.9;
  ff_servo_take_duties(&loop.servo, duties);
  for (int ticks = 1; ticks <= 40; ++ticks) {
    int32_t sum = 0;
    for (int i = 0; i < ticks; ++i) {
      sum += loop.outputs.duties[0];  // until the next tick's sample
      ff_run(&loop, 1);
    }
    ff_servo_take_duties(&loop.servo, duties);
    CHECK_EQUAL(duties[0], (sum + ticks / 2) / ticks);
  }
  CHECK_EQUAL(duties[1], 0);  // of a joint that the board lacks
  ff_servo_take_duties(&loop.servo, duties);
  CHECK_EQUAL(duties[0], 0);  // no tick since
  loop.rate = -0.9;
  ff_run(&loop, 400);
  ff_servo_take_duties(&loop.servo, duties);
  const int16_t now = loop.outputs.duties[0];
  ff_run(&loop, 1);
  ff_servo_take_duties(&loop.servo, duties);
  CHECK_EQUAL(duties[0], now);
  CHECK(now < 0);
}

static void acceleration_is_limited(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  loop.flags = FF_COMMAND_ENABLE;
  loop.rate = 0.9;
  const int32_t most = loop.servo.parameters.joints[0].max_acceleration_urad_s2 / 1000;
  int32_t before = 0;
  for (int i = 0; i < 100; ++i) {
    ff_run(&loop, 1);
    CHECK(size_of(loop.servo.joints[0].reference_urad_s - before) <= most);
    before = loop.servo.joints[0].reference_urad_s;
  }
  CHECK_EQUAL(before, 900000);
  CHECK((ff_servo_take_clamps(&loop.servo) & (1u << 8)) != 0);
}

static void motion_fades_out_at_a_position_limit(void) {
  for (int side = -1; side <= 1; side += 2) {
    struct ff_closed_loop loop;
    ff_start_loop(&loop);
    ff_enable(&loop);
    loop.flags = FF_COMMAND_ENABLE;
    loop.rate = side * 0.9;
    double furthest = 0.0;
    for (int i = 0; i < 6000; ++i) {
      ff_run(&loop, 1);
      if (ff_size_of(loop.bench.angle) > furthest) furthest = ff_size_of(loop.bench.angle);
    }
    CHECK(furthest < 3.01);
    CHECK(furthest > 2.98);
    CHECK((ff_servo_take_clamps(&loop.servo) & 1u) != 0);
    CHECK_EQUAL(loop.servo.state, FF_STATE_RUN);
    ff_run_with(&loop, 500, FF_COMMAND_ENABLE, side * -0.9);
    CHECK(ff_size_of(loop.bench.angle) < 2.7);
  }
}

static void beyond_a_position_limit_is_a_fault(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  loop.bench.angle = 3.2;
  ff_run_with(&loop, 50, 0, 0.0);
  CHECK_EQUAL(ff_servo_faults(&loop.servo), FF_FAULT_POSITION | 1u << FF_FAULT_JOINT_SHIFT);
  ff_run_with(&loop, 50, FF_COMMAND_ENABLE, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
}

static void overspeed_is_a_fault(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  loop.bench.rate = 3.0;
  ff_run(&loop, 10);
  CHECK_EQUAL(loop.servo.state, FF_STATE_FAULT);
  CHECK((ff_servo_faults(&loop.servo) & FF_FAULT_OVERSPEED) != 0);
  ff_run(&loop, 40);
  CHECK(ff_size_of(loop.bench.rate) < 0.01);
}

static void a_jammed_joint_is_a_fault(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  loop.bench.friction = 50.0;
  ff_run_with(&loop, 400, FF_COMMAND_ENABLE, 0.9);
  CHECK_EQUAL(loop.servo.state, FF_STATE_FAULT);
  CHECK_EQUAL(ff_servo_faults(&loop.servo), FF_FAULT_TRACKING | 1u << FF_FAULT_JOINT_SHIFT);
}

static void hard_motion_is_no_overcurrent(void) {
  struct ff_closed_loop loop;
  ff_start_loop_with(&loop, &ff_fast_sample_parameters, 0.1, 1);
  ff_enable(&loop);
  for (int i = 0; i < 40; ++i) ff_run_with(&loop, 150, FF_COMMAND_ENABLE, i % 2 == 0 ? 1.9 : -1.9);
  ff_run_with(&loop, 100, FF_COMMAND_STOP, 0.0);
  CHECK_EQUAL(ff_servo_faults(&loop.servo), 0);
}

static void extreme_commands_stay_within_limits(void) {
  const int32_t rates[] = {INT32_MIN, INT32_MAX};
  for (int i = 0; i < 2; ++i) {
    struct ff_closed_loop loop;
    ff_start_loop(&loop);
    ff_enable(&loop);
    loop.unplugged = true;
    struct ff_command command = {.flags = FF_COMMAND_ENABLE, .joint_count = 1, .time_to_live_us = 200000};
    command.rates_urad_s[0] = rates[i];
    ff_servo_command(&loop.servo, &command, loop.tick * 1000u);
    for (int k = 0; k < 200; ++k) {
      ff_run(&loop, 1);
      CHECK(size_of(loop.servo.joints[0].reference_urad_s) <= 1000000);
      CHECK(ff_size_of(loop.bench.rate) < 1.1);
    }
  }
}

static void refused_parameters_never_drive(void) {
  struct ff_servo_parameters bad = ff_sample_parameters;
  CHECK(ff_check_servo_parameters(&bad));
  bad.joint_count = 0;
  CHECK(!ff_check_servo_parameters(&bad));
  bad.joint_count = FF_MAX_JOINTS + 1;
  CHECK(!ff_check_servo_parameters(&bad));
  bad = ff_sample_parameters;
  bad.joints[1].min_angle_urad = bad.joints[1].max_angle_urad;
  CHECK(!ff_check_servo_parameters(&bad));
  bad = ff_sample_parameters;
  bad.joints[0].overspeed_urad_s = bad.joints[0].max_rate_urad_s - 1;
  CHECK(!ff_check_servo_parameters(&bad));
  bad = ff_sample_parameters;
  bad.joints[0].converter_max = 1;
  CHECK(!ff_check_servo_parameters(&bad));

  struct ff_servo servo;
  CHECK(!ff_servo_start(&servo, &bad));
  struct ff_command command = {.flags = 0};
  ff_servo_command(&servo, &command, 0);
  command.flags = FF_COMMAND_ENABLE;
  ff_servo_command(&servo, &command, 0);
  struct ff_servo_inputs inputs;
  struct ff_servo_outputs outputs;
  memset(&inputs, 0, sizeof inputs);
  ff_servo_tick(&servo, &inputs, 0, &outputs);
  CHECK(!outputs.energised);
}

const struct ff_test ff_servo_limit_tests[] = {
    {"ServoLimits.RateAboveTheLimitIsClippedAndReported", rate_is_clipped},
    {"ServoLimits.MeanDutyIsWhatTheBridgesDrove", mean_duty_is_what_the_bridges_drove},
    {"ServoLimits.AccelerationIsLimitedAndReported", acceleration_is_limited},
    {"ServoLimits.MotionFadesOutAtAPositionLimitAndCanLeaveIt", motion_fades_out_at_a_position_limit},
    {"ServoLimits.BeyondAPositionLimitIsAFault", beyond_a_position_limit_is_a_fault},
    {"ServoLimits.OverspeedIsAFault", overspeed_is_a_fault},
    {"ServoLimits.AJammedJointIsAFault", a_jammed_joint_is_a_fault},
    {"ServoLimits.HardMotionOfAWholeMotorIsNoOvercurrent", hard_motion_is_no_overcurrent},
    {"ServoLimits.ExtremeCommandsStayWithinTheLimits", extreme_commands_stay_within_limits},
    {"ServoLimits.ParametersOutOfRangeAreRefusedAndNeverDrive", refused_parameters_never_drive},
    {NULL, NULL},
};
