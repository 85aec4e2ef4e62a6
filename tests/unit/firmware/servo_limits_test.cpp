#include <gtest/gtest.h>

#include <limits>

#include "closed_loop.h"

namespace freefloat {
namespace {

TEST(ServoLimits, RateAboveTheLimitIsClippedAndReported) {
  ClosedLoop loop;
  loop.enable();
  loop.run(300, FF_COMMAND_ENABLE, 0.9);
  ff_servo_take_clamps(&loop.servo);
  loop.run(100, FF_COMMAND_ENABLE, 0.9);
  EXPECT_EQ(ff_servo_take_clamps(&loop.servo), 0);
  loop.run(300, FF_COMMAND_ENABLE, 1.4);
  EXPECT_NEAR(loop.bench.rate, 1.0, 0.03);
  EXPECT_TRUE(ff_servo_take_clamps(&loop.servo) & 1u);
}

TEST(ServoLimits, AccelerationIsLimitedAndReported) {
  ClosedLoop loop;
  loop.enable();
  loop.flags = FF_COMMAND_ENABLE;
  loop.rate = 0.9;
  const std::int32_t step = loop.servo.parameters.joints[0].max_acceleration_urad_s2 / 1000;
  std::int32_t before = 0;
  for (int i = 0; i < 100; ++i) {
    loop.step();
    EXPECT_LE(std::abs(loop.servo.joints[0].reference_urad_s - before), step);
    before = loop.servo.joints[0].reference_urad_s;
  }
  EXPECT_EQ(before, 900000);
  EXPECT_TRUE(ff_servo_take_clamps(&loop.servo) & (1u << 8));
}

TEST(ServoLimits, MotionFadesOutAtAPositionLimitAndCanLeaveIt) {
  for (const double direction : {1.0, -1.0}) {
    ClosedLoop loop;
    loop.enable();
    double furthest = 0.0;
    loop.flags = FF_COMMAND_ENABLE;
    loop.rate = direction * 0.9;
    for (int i = 0; i < 6000; ++i) {
      loop.step();
      furthest = std::max(furthest, std::abs(loop.bench.angle));
    }
    EXPECT_LT(furthest, 3.01);
    EXPECT_GT(furthest, 2.98);
    EXPECT_TRUE(ff_servo_take_clamps(&loop.servo) & 1u);
    EXPECT_EQ(loop.servo.state, FF_STATE_RUN);
    loop.run(500, FF_COMMAND_ENABLE, -direction * 0.9);
    EXPECT_LT(std::abs(loop.bench.angle), 2.7);
  }
}

TEST(ServoLimits, BeyondAPositionLimitIsAFault) {
  ClosedLoop loop;
  loop.bench.angle = 3.2;
  loop.run(50, 0);
  EXPECT_EQ(ff_servo_faults(&loop.servo), FF_FAULT_POSITION | 1u << FF_FAULT_JOINT_SHIFT);
  loop.run(50, FF_COMMAND_ENABLE);
  EXPECT_EQ(loop.servo.state, FF_STATE_OFF) << "cannot be enabled there";
}

TEST(ServoLimits, OverspeedIsAFault) {
  ClosedLoop loop;
  loop.enable();
  loop.bench.rate = 3.0;
  loop.run(10);
  EXPECT_EQ(loop.servo.state, FF_STATE_FAULT);
  EXPECT_TRUE(ff_servo_faults(&loop.servo) & FF_FAULT_OVERSPEED);
  loop.run(40);
  EXPECT_LT(std::abs(loop.bench.rate), 0.01);
}

TEST(ServoLimits, AJammedJointIsAFault) {
  ClosedLoop loop;
  loop.enable();
  loop.bench.drive.coulomb_friction = 50.0;
  loop.run(400, FF_COMMAND_ENABLE, 0.9);
  EXPECT_EQ(loop.servo.state, FF_STATE_FAULT);
  EXPECT_EQ(ff_servo_faults(&loop.servo), FF_FAULT_TRACKING | 1u << FF_FAULT_JOINT_SHIFT);
}

// Half of the winding is shorted while the joint turns: a fault even though it still follows.
TEST(ServoLimits, OvercurrentIsAFaultAndTheJointIsNotDrivenAnyMore) {
  ClosedLoop loop(MotorBench{}, 2.0);
  loop.enable();
  loop.run(400, FF_COMMAND_ENABLE, 1.8);
  EXPECT_EQ(loop.servo.state, FF_STATE_RUN);
  loop.bench.drive.resistance = 0.2;
  loop.bench.drive.coulomb_friction = 30.0;
  int ticks = 0;
  while (loop.servo.state != FF_STATE_FAULT && ticks < 100) {
    loop.step();
    ++ticks;
  }
  EXPECT_LT(ticks, 30);
  EXPECT_EQ(ff_servo_faults(&loop.servo), FF_FAULT_OVERCURRENT | 1u << FF_FAULT_JOINT_SHIFT);
  EXPECT_EQ(loop.outputs.duties[0], 0);
  loop.run(50);
  EXPECT_EQ(loop.bench.rate, 0.0);
  EXPECT_EQ(loop.outputs.duties[0], 0);
}

TEST(ServoLimits, HardMotionOfAWholeMotorIsNoOvercurrent) {
  ClosedLoop loop(MotorBench{}, 2.0);
  loop.enable();
  for (int i = 0; i < 40; ++i) loop.run(150, FF_COMMAND_ENABLE, i % 2 == 0 ? 1.9 : -1.9);
  loop.run(100, FF_COMMAND_STOP);
  EXPECT_EQ(ff_servo_faults(&loop.servo), 0);
}

TEST(ServoLimits, WithoutCurrentSensorNothingIsChecked) {
  ClosedLoop loop;
  loop.servo.parameters.joints[0].max_current_ma = 0;
  loop.bench.current_range = 1e-3;  // always at the end of the scale
  loop.enable();
  loop.run(400, FF_COMMAND_ENABLE, 0.9);
  EXPECT_EQ(loop.servo.state, FF_STATE_RUN);
}

TEST(ServoLimits, ExtremeCommandsStayWithinTheLimits) {
  for (const std::int32_t rate :
       {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()}) {
    ClosedLoop loop;
    loop.enable();
    loop.linked = false;
    ff_command command{};
    command.flags = FF_COMMAND_ENABLE;
    command.joint_count = 1;
    command.time_to_live_us = 200000;
    command.rates_urad_s[0] = rate;
    ff_servo_command(&loop.servo, &command, loop.tick * 1000);
    for (int i = 0; i < 200; ++i) {
      loop.step();
      ASSERT_LE(std::abs(loop.servo.joints[0].reference_urad_s), 1000000);
      ASSERT_LT(std::abs(loop.bench.rate), 1.1);
    }
  }
}

TEST(ServoLimits, ParametersOutOfRangeAreRefusedAndNeverDrive) {
  ff_servo_parameters good{};
  DriveParameters drive;
  drive.servo_inertia = 0.1;
  good = tune_servo(std::vector{drive}, std::vector<JointLimits>{{-1.0, 1.0, 1.0}});
  ASSERT_TRUE(ff_check_servo_parameters(&good));
  const auto is_refused = [&good](auto change) {
    ff_servo_parameters bad = good;
    change(bad);
    return !ff_check_servo_parameters(&bad);
  };
  EXPECT_TRUE(is_refused([](auto& p) { p.joint_count = 0; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joint_count = 7; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].min_angle_urad = p.joints[0].max_angle_urad; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].max_rate_urad_s = 0; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].overspeed_urad_s = p.joints[0].max_rate_urad_s - 1; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].max_current_ma = -1; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].current_ma_per_count_q10 = 0; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].tacho_urad_s_per_count_q10 = 500000001; }))
      << "readings would not fit into 32 bits";
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].friction_feedforward_uduty = 1000001; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].proportional_uduty = -1; }));
  EXPECT_TRUE(is_refused([](auto& p) { p.joints[0].converter_max = 1; }));
  ff_servo servo;
  good.joint_count = 0;
  EXPECT_FALSE(ff_servo_start(&servo, &good));
  ff_command command{};
  ff_servo_command(&servo, &command, 0);
  command.flags = FF_COMMAND_ENABLE;
  ff_servo_command(&servo, &command, 0);
  const ff_servo_inputs inputs{};
  ff_servo_outputs outputs;
  ff_servo_tick(&servo, &inputs, 0, &outputs);
  EXPECT_FALSE(outputs.energised);
}

}  // namespace
}  // namespace freefloat
