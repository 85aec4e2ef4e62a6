#include "closed_loop.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

constexpr double kTenthDegree = 0.1 * 3.14159265358979 / 180.0;

MotorBench bench_with(double inertia, bool noise = true, std::uint64_t seed = 1) {
  MotorBench bench;
  bench.inertia = inertia;
  bench.random = Random(seed, "bench");
  if (!noise) bench.drive.pot_noise = bench.drive.tacho_noise = 0.0;
  return bench;
}

double mean_rate(ClosedLoop& loop, int ticks) {
  const double start = loop.bench.angle;
  loop.run(ticks);
  return (loop.bench.angle - start) / (ticks * 1e-3);
}

// Nominal inertia 0.1 kg m^2. Tolerance: 2 % of the rate, and what averaging leaves of 5 mrad/s
// tachogenerator noise.
TEST(ClosedLoop, SettlesWithin300MsToTwoPercentForAWideRangeOfLoads) {
  for (const double inertia : {0.05, 0.1, 0.2, 0.5}) {
    for (const double rate : {0.02, -0.1, 0.26, -0.9}) {
      ClosedLoop loop(bench_with(inertia));
      loop.enable();
      loop.run(300, FF_COMMAND_ENABLE, rate);
      EXPECT_NEAR(mean_rate(loop, 500), rate, 0.02 * std::abs(rate) + 5e-4)
          << inertia << " kg m^2, " << rate << " rad/s";
    }
  }
}

TEST(ClosedLoop, FollowsAStepOfTheRateWithin60Ms) {
  ClosedLoop loop(bench_with(0.1));
  loop.enable();
  loop.run(60, FF_COMMAND_ENABLE, 0.5);
  EXPECT_NEAR(loop.bench.rate, 0.5, 0.02);
}

TEST(ClosedLoop, NoiseOfTheSensorsMovesTheJointByLessThanFourMilliradiansASecond) {
  ClosedLoop loop(bench_with(0.1));
  loop.enable();
  loop.run(300, FF_COMMAND_ENABLE, 0.26);
  double square = 0.0;
  for (int i = 0; i < 2000; ++i) {
    loop.step();
    square += std::pow(loop.bench.rate - 0.26, 2);
  }
  EXPECT_LT(std::sqrt(square / 2000), 0.004);
}

// A rate below the tachogenerator's resolution of 2.9 mrad/s: right on average, because noise crosses the
// steps.
TEST(ClosedLoop, CreepsAtARateBelowTheConvertersResolution) {
  ClosedLoop loop(bench_with(0.1));
  loop.enable();
  loop.run(500, FF_COMMAND_ENABLE, 0.002);
  EXPECT_NEAR(mean_rate(loop, 10000), 0.002, 3e-4);
}

TEST(ClosedLoop, StandsStillAtZeroRateWithoutLimitCycle) {
  for (const bool noise : {false, true}) {
    ClosedLoop loop(bench_with(0.1, noise));
    loop.enable();
    loop.run(500, FF_COMMAND_ENABLE, 0.3);
    loop.run(300, FF_COMMAND_ENABLE, 0.0);
    const double angle = loop.bench.angle;
    for (int i = 0; i < 20000; ++i) {
      loop.step();
      ASSERT_EQ(loop.bench.rate, 0.0);
    }
    EXPECT_EQ(loop.bench.angle, angle);
    EXPECT_EQ(loop.servo.state, FF_STATE_ENABLED);
  }
}

TEST(ClosedLoop, ReturnsToTheHeldPositionAfterAPush) {
  ClosedLoop loop(bench_with(0.1));
  loop.enable();
  const double angle = loop.bench.angle;
  loop.bench.disturbance = 0.5;
  loop.run(300);
  EXPECT_LT(std::abs(loop.bench.angle - angle), 0.03) << "0.5 N m are held nearly in place";
  loop.bench.disturbance = 0.0;
  loop.run(2000);
  EXPECT_NEAR(loop.bench.angle, angle, 0.006);
  EXPECT_EQ(loop.bench.rate, 0.0);
}

TEST(ClosedLoop, AnIntegralWoundUpByABlockedJointUnwindsWithoutOverspeed) {
  ClosedLoop loop(bench_with(0.1));
  loop.enable();
  loop.bench.drive.coulomb_friction = 50.0;  // jammed
  loop.run(250, FF_COMMAND_ENABLE, 0.26);
  EXPECT_EQ(loop.bench.rate, 0.0);
  loop.bench.drive.coulomb_friction = 0.02;
  double largest = 0.0;
  for (int i = 0; i < 500; ++i) {
    loop.step();
    largest = std::max(largest, loop.bench.rate);
  }
  EXPECT_LT(largest, 0.8) << "0.69 with, 0.89 without anti-windup";
  EXPECT_EQ(loop.servo.state, FF_STATE_RUN);
  EXPECT_NEAR(loop.bench.rate, 0.26, 0.02);
}

// Time-to-live plus 40 ms, for many instants, rates and loads up to four times the nominal one (a captured
// payload).
TEST(ClosedLoop, RestsWithinTimeToLivePlus40MsAfterTheLastCommand) {
  Random random(5, "cut instants");
  for (int i = 0; i < 400; ++i) {
    ClosedLoop loop(bench_with(random.uniform(0.05, 0.13), true, static_cast<std::uint64_t>(i)));
    loop.enable();
    const double rate = random.uniform(-0.9, 0.9);
    loop.run(static_cast<int>(random.uniform(1.0, 400.0)), FF_COMMAND_ENABLE, rate);
    loop.linked = false;
    while (loop.tick < loop.last_command_tick + 100) loop.step();
    EXPECT_EQ(loop.servo.state, FF_STATE_TIMEOUT);
    for (int k = 0; k < 300; ++k) {
      ASSERT_LT(std::abs(loop.bench.rate), kTenthDegree)
          << "case " << i << ": " << rate << " rad/s, " << loop.bench.inertia << " kg m^2, " << k
          << " ms late";
      loop.step();
    }
    EXPECT_FALSE(loop.outputs.energised);
  }
}

TEST(ClosedLoop, APayloadOfTwiceTheNominalInertiaStopsWithTheArm) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    ClosedLoop loop(bench_with(0.3, true, seed));
    loop.enable();
    loop.run(200, FF_COMMAND_ENABLE, 0.26);
    loop.run(40, FF_COMMAND_STOP);
    EXPECT_LT(std::abs(loop.bench.rate), 3.0 * kTenthDegree) << seed;
    loop.run(60);
    EXPECT_EQ(loop.bench.rate, 0.0);
  }
}

TEST(ClosedLoop, RestsWithin40MsAfterAStopCommandAndAfterDisabling) {
  for (const std::uint8_t flags : {std::uint8_t{FF_COMMAND_STOP | FF_COMMAND_ENABLE}, std::uint8_t{0}}) {
    ClosedLoop loop(bench_with(0.1));
    loop.enable();
    loop.run(400, FF_COMMAND_ENABLE, 0.8);
    loop.run(40, flags, 0.8);
    for (int k = 0; k < 300; ++k) {
      ASSERT_LT(std::abs(loop.bench.rate), kTenthDegree) << k;
      loop.step();
    }
    EXPECT_EQ(loop.servo.state, flags == 0 ? FF_STATE_OFF : FF_STATE_STOP);
  }
}

}  // namespace
}  // namespace freefloat
