#include <gtest/gtest.h>

#include "closed_loop.h"

namespace freefloat {
namespace {

int ticks_to_fault(ClosedLoop& loop, int most) {
  int ticks = 0;
  while (loop.servo.state != FF_STATE_FAULT && ticks < most) {
    loop.step();
    ++ticks;
  }
  return ticks;
}

TEST(SensorFaults, ASteadyMotionRaisesNone) {
  for (const double rate : {0.01, -0.3, 0.95}) {
    ClosedLoop loop;
    loop.enable();
    loop.run(2500, FF_COMMAND_ENABLE, rate);
    loop.run(2500, FF_COMMAND_ENABLE, -rate);
    EXPECT_EQ(ff_servo_faults(&loop.servo), 0) << rate;
  }
}

TEST(SensorFaults, AStuckTachogeneratorInMotionIsFoundWithin300MsAndNothingRunsAway) {
  for (const double rate : {0.26, 0.9}) {
    ClosedLoop loop;
    loop.enable();
    loop.run(500, FF_COMMAND_ENABLE, rate);
    loop.tacho_stuck = true;
    loop.rate = 0.0;
    const double angle = loop.bench.angle;
    EXPECT_LT(ticks_to_fault(loop, 1000), 300) << rate;
    EXPECT_TRUE(ff_servo_faults(&loop.servo) & FF_FAULT_PLAUSIBILITY);
    loop.run(500);
    EXPECT_EQ(loop.bench.rate, 0.0);
    EXPECT_LT(std::abs(loop.bench.angle - angle), 0.6);
  }
}

TEST(SensorFaults, ATachogeneratorStuckAtZeroIsFoundBeforeTheJointTurnsFar) {
  ClosedLoop loop;
  loop.enable();
  loop.tacho_stuck = true;
  loop.inputs.tacho_counts[0] = 2048;
  const double angle = loop.bench.angle;
  loop.run(0, FF_COMMAND_ENABLE, 0.26);
  EXPECT_LT(ticks_to_fault(loop, 1000), 200);
  loop.run(500);
  EXPECT_EQ(loop.bench.rate, 0.0);
  EXPECT_LT(std::abs(loop.bench.angle - angle), 0.4);
}

TEST(SensorFaults, AStuckPotentiometerInMotionIsFound) {
  ClosedLoop loop;
  loop.enable();
  loop.run(500, FF_COMMAND_ENABLE, 0.26);
  loop.pot_stuck = true;
  EXPECT_LT(ticks_to_fault(loop, 1000), 400);
  EXPECT_TRUE(ff_servo_faults(&loop.servo) & FF_FAULT_PLAUSIBILITY);
}

TEST(SensorFaults, ABrokenPotentiometerWireIsFoundAtOnce) {
  for (const std::uint16_t count : {std::uint16_t{0}, std::uint16_t{4095}}) {
    ClosedLoop loop;
    loop.enable();
    loop.pot_stuck = true;
    loop.inputs.pot_counts[0] = count;
    EXPECT_LE(ticks_to_fault(loop, 100), 5);
    EXPECT_TRUE(ff_servo_faults(&loop.servo) & (FF_FAULT_POT_RANGE | FF_FAULT_PLAUSIBILITY));
  }
}

TEST(SensorFaults, ABrokenTachogeneratorWireIsFoundAtOnce) {
  ClosedLoop loop;
  loop.enable();
  loop.tacho_stuck = true;
  loop.inputs.tacho_counts[0] = 0;
  EXPECT_LE(ticks_to_fault(loop, 100), 5);
  EXPECT_TRUE(ff_servo_faults(&loop.servo) & FF_FAULT_TACHO_RANGE);
}

TEST(SensorFaults, ASingleWildSampleIsForgiven) {
  ClosedLoop loop;
  loop.enable();
  loop.run(500, FF_COMMAND_ENABLE, 0.26);
  for (int i = 0; i < 4; ++i) {
    loop.pot_stuck = loop.tacho_stuck = true;
    loop.inputs.pot_counts[0] = 0;
    loop.inputs.tacho_counts[0] = 4095;
    loop.run(1);
    loop.pot_stuck = loop.tacho_stuck = false;
    loop.run(200);
    EXPECT_EQ(loop.servo.state, FF_STATE_RUN) << i;
  }
}

TEST(SensorFaults, ABlindJointIsShortCircuitedWhileTheOtherRampsDown) {
  DriveParameters drive;
  drive.servo_inertia = 0.1;
  const ff_servo_parameters parameters =
      tune_servo(std::vector{drive, drive}, std::vector<JointLimits>{{-3.0, 3.0, 1.0}, {-3.0, 3.0, 1.0}});
  ff_servo servo;
  ASSERT_TRUE(ff_servo_start(&servo, &parameters));
  std::array<MotorBench, 2> joints;
  ff_servo_outputs outputs{};
  for (int tick = 0; tick < 2000; ++tick) {
    ff_command command{};
    command.joint_count = 2;
    command.flags = tick < 20 ? 0 : FF_COMMAND_ENABLE;
    command.time_to_live_us = 60000;
    command.rates_urad_s[0] = command.rates_urad_s[1] = 300000;
    ff_servo_command(&servo, &command, static_cast<std::uint64_t>(tick) * 1000);
    ff_servo_inputs inputs{};
    for (std::size_t i = 0; i < 2; ++i) {
      inputs.pot_counts[i] = joints[i].pot_count();
      inputs.tacho_counts[i] = joints[i].tacho_count();
      inputs.current_counts[i] = joints[i].current_count();
    }
    if (tick >= 500) inputs.tacho_counts[0] = 0;
    ff_servo_tick(&servo, &inputs, static_cast<std::uint64_t>(tick) * 1000, &outputs);
    for (std::size_t i = 0; i < 2; ++i)
      joints[i].step(outputs.duties[i] / double{FF_FULL_DUTY}, outputs.energised);
    if (tick == 510) {
      EXPECT_EQ(servo.state, FF_STATE_FAULT);
      EXPECT_EQ(outputs.duties[0], 0);
      EXPECT_NE(outputs.duties[1], 0);
    }
    if (tick == 545) {
      EXPECT_LT(std::abs(joints[1].rate), 0.003);
    }
  }
  EXPECT_EQ(joints[0].rate, 0.0);
  EXPECT_EQ(ff_servo_faults(&servo) >> FF_FAULT_JOINT_SHIFT, 1);
  EXPECT_FALSE(outputs.energised);
}

}  // namespace
}  // namespace freefloat
