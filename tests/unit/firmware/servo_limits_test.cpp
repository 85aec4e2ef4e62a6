#include <gtest/gtest.h>

#include "closed_loop.h"

namespace freefloat {
namespace {

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
