#include "firmware/closed_loop.h"

#include <stddef.h>

#include "firmware/check.h"
#include "firmware/sample_parameters.h"

static const double kTenthDegree = 0.1 * 3.14159265358979 / 180.0;

static void start_with_inertia(struct ff_closed_loop* loop, double inertia, uint64_t seed) {
  struct ff_servo_parameters parameters = ff_sample_parameters;
  parameters.joint_count = 1;
  ff_start_loop_with(loop, &parameters, inertia, seed);
  ff_enable(loop);
}

static double mean_rate(struct ff_closed_loop* loop, int ticks) {
  const double start = loop->bench.angle;
  ff_run(loop, ticks);
  return (loop->bench.angle - start) / (ticks * 1e-3);
}

// 2 % of the rate, and what averaging leaves of 5 mrad/s tachogenerator noise.
static void settles_for_many_loads(void) {
  const double inertias[] = {0.05, 0.1, 0.2, 0.5};
  const double rates[] = {0.02, -0.1, 0.26, -0.9};
  for (int i = 0; i < 16; ++i) {
    struct ff_closed_loop loop;
    start_with_inertia(&loop, inertias[i / 4], 1);
    ff_run_with(&loop, 300, FF_COMMAND_ENABLE, rates[i % 4]);
    CHECK(ff_size_of(mean_rate(&loop, 500) - rates[i % 4]) < 0.02 * ff_size_of(rates[i % 4]) + 5e-4);
  }
}

static void follows_a_step(void) {
  struct ff_closed_loop loop;
  start_with_inertia(&loop, 0.1, 1);
  ff_run_with(&loop, 60, FF_COMMAND_ENABLE, 0.5);
  CHECK(ff_size_of(loop.bench.rate - 0.5) < 0.02);
}

static void noise_moves_the_joint_little(void) {
  struct ff_closed_loop loop;
  start_with_inertia(&loop, 0.1, 1);
  ff_run_with(&loop, 300, FF_COMMAND_ENABLE, 0.26);
  double square = 0.0;
  for (int i = 0; i < 2000; ++i) {
    ff_run(&loop, 1);
    square += (loop.bench.rate - 0.26) * (loop.bench.rate - 0.26);
  }
  CHECK(square / 2000 < 0.004 * 0.004);
}

// Below the tachogenerator's resolution of 2.9 mrad/s: right on average, because noise crosses the steps.
static void creeps_below_the_resolution(void) {
  struct ff_closed_loop loop;
  start_with_inertia(&loop, 0.1, 1);
  ff_run_with(&loop, 500, FF_COMMAND_ENABLE, 0.002);
  CHECK(ff_size_of(mean_rate(&loop, 10000) - 0.002) < 3e-4);
}

static void stands_still(void) {
  for (int noisy = 0; noisy < 2; ++noisy) {
    struct ff_closed_loop loop;
    start_with_inertia(&loop, 0.1, 1);
    loop.bench.noisy = noisy != 0;
    ff_run_with(&loop, 500, FF_COMMAND_ENABLE, 0.3);
    ff_run_with(&loop, 300, FF_COMMAND_ENABLE, 0.0);
    const double angle = loop.bench.angle;
    for (int i = ff_test_rounds(20000); i > 0; --i) {
      ff_run(&loop, 1);
      if (!CHECK(ff_size_of(loop.bench.rate) <= 0.0)) break;
    }
    CHECK(ff_size_of(loop.bench.angle - angle) <= 0.0);
    CHECK_EQUAL(loop.servo.state, FF_STATE_ENABLED);
  }
}

static void returns_after_a_push(void) {
  struct ff_closed_loop loop;
  start_with_inertia(&loop, 0.1, 1);
  const double angle = loop.bench.angle;
  loop.bench.disturbance = 0.5;
  ff_run(&loop, 300);
  CHECK(ff_size_of(loop.bench.angle - angle) < 0.03);
  loop.bench.disturbance = 0.0;
  ff_run(&loop, 2000);
  CHECK(ff_size_of(loop.bench.angle - angle) < 0.006);
  CHECK(ff_size_of(loop.bench.rate) <= 0.0);
}

// Time-to-live plus 40 ms, for many instants, rates, loads and noises.
static void rests_in_time(void) {
  struct ff_random random = {5};
  for (int i = ff_test_rounds(400); i > 0; --i) {
    struct ff_closed_loop loop;
    start_with_inertia(&loop, ff_draw_uniform(&random, 0.05, 0.13), (uint64_t)i);
    const double rate = ff_draw_uniform(&random, -0.9, 0.9);
    ff_run_with(&loop, 1 + (int)ff_draw_below(&random, 400), FF_COMMAND_ENABLE, rate);
    loop.unplugged = true;
    while (loop.tick < loop.last_command_tick + 100) ff_run(&loop, 1);
    CHECK_EQUAL(loop.servo.state, FF_STATE_TIMEOUT);
    for (int k = 0; k < 300; ++k) {
      if (!CHECK(ff_size_of(loop.bench.rate) < kTenthDegree)) break;
      ff_run(&loop, 1);
    }
    CHECK(!loop.outputs.energised);
  }
}

static void rests_after_stop_and_disable(void) {
  const unsigned flags[] = {FF_COMMAND_STOP | FF_COMMAND_ENABLE, 0};
  for (int i = 0; i < 2; ++i) {
    struct ff_closed_loop loop;
    start_with_inertia(&loop, 0.1, 1);
    ff_run_with(&loop, 400, FF_COMMAND_ENABLE, 0.8);
    ff_run_with(&loop, 40, flags[i], 0.8);
    for (int k = 0; k < 300; ++k) {
      if (!CHECK(ff_size_of(loop.bench.rate) < kTenthDegree)) break;
      ff_run(&loop, 1);
    }
    CHECK_EQUAL(loop.servo.state, flags[i] == 0 ? FF_STATE_OFF : FF_STATE_STOP);
  }
}

const struct ff_test ff_closed_loop_tests[] = {
    {"ClosedLoop.SettlesWithin300MsToTwoPercentForAWideRangeOfLoads", settles_for_many_loads},
    {"ClosedLoop.FollowsAStepOfTheRateWithin60Ms", follows_a_step},
    {"ClosedLoop.NoiseOfTheSensorsMovesTheJointByLessThanFourMilliradiansASecond",
     noise_moves_the_joint_little},
    {"ClosedLoop.CreepsAtARateBelowTheConvertersResolution", creeps_below_the_resolution},
    {"ClosedLoop.StandsStillAtZeroRateWithoutLimitCycle", stands_still},
    {"ClosedLoop.ReturnsToTheHeldPositionAfterAPush", returns_after_a_push},
    {"ClosedLoop.RestsWithinTimeToLivePlus40MsAfterTheLastCommand", rests_in_time},
    {"ClosedLoop.RestsWithin40MsAfterAStopCommandAndAfterDisabling", rests_after_stop_and_disable},
    {NULL, NULL},
};
