#include <gtest/gtest.h>

#include "closed_loop.h"

namespace freefloat {
namespace {

TEST(ServoStates, StartsOffAndDrivesNothing) {
  ClosedLoop loop;
  loop.linked = false;
  loop.run(100);
  EXPECT_EQ(loop.servo.state, FF_STATE_OFF);
  EXPECT_FALSE(loop.outputs.energised);
}

TEST(ServoStates, ABoardThatRestartsUnderARunningStreamStaysOff) {
  ClosedLoop loop;
  loop.run(500, FF_COMMAND_ENABLE, 0.3);
  EXPECT_EQ(loop.servo.state, FF_STATE_OFF);
  EXPECT_EQ(loop.bench.angle, 0.0);
  loop.run(20, 0);
  loop.run(20, FF_COMMAND_ENABLE);
  EXPECT_EQ(loop.servo.state, FF_STATE_ENABLED);
}

TEST(ServoStates, RunsWhileAnyRateIsCommandedAndReturnsToEnabled) {
  ClosedLoop loop;
  loop.enable();
  EXPECT_TRUE(loop.outputs.energised);
  loop.run(50, FF_COMMAND_ENABLE, 0.2);
  EXPECT_EQ(loop.servo.state, FF_STATE_RUN);
  loop.run(100, FF_COMMAND_ENABLE, 0.0);
  EXPECT_EQ(loop.servo.state, FF_STATE_ENABLED);
}

TEST(ServoStates, TimeToLiveCountsFromReceptionToTheTick) {
  ClosedLoop loop;
  loop.enable();
  loop.linked = false;
  while (loop.tick < loop.last_command_tick + 60) {
    loop.step();
    EXPECT_EQ(loop.servo.state, FF_STATE_ENABLED);
  }
  loop.step();
  EXPECT_EQ(loop.servo.state, FF_STATE_TIMEOUT);
}

TEST(ServoStates, TimeToLiveIsCappedAt300Ms) {
  ClosedLoop loop;
  loop.enable();
  loop.linked = false;
  ff_command command{};
  command.flags = FF_COMMAND_ENABLE;
  command.joint_count = 1;
  command.time_to_live_us = 0xffffffffu;
  ff_servo_command(&loop.servo, &command, loop.tick * 1000);
  loop.run(300);
  EXPECT_EQ(loop.servo.state, FF_STATE_ENABLED);
  loop.step();
  EXPECT_EQ(loop.servo.state, FF_STATE_TIMEOUT);
}

TEST(ServoStates, ZeroTimeToLiveNeverMoves) {
  ClosedLoop loop;
  loop.enable();
  loop.linked = false;
  ff_command command{};
  command.flags = FF_COMMAND_ENABLE;
  command.joint_count = 1;
  command.rates_urad_s[0] = 500000;
  ff_servo_command(&loop.servo, &command, loop.tick * 1000);
  const double angle = loop.bench.angle;
  loop.run(100);
  EXPECT_EQ(loop.servo.state, FF_STATE_TIMEOUT);
  EXPECT_NEAR(loop.bench.angle, angle, 1e-6);
}

// Every latched state ignores everything but a clear without enable and stop, once the drives are off.
TEST(ServoStates, LatchedStatesAreLeftOnlyByClearAndOnlyToOff) {
  for (const int cause : {FF_STATE_TIMEOUT, FF_STATE_STOP, FF_STATE_FAULT}) {
    ClosedLoop loop;
    loop.enable();
    if (cause == FF_STATE_TIMEOUT) {
      loop.linked = false;
      loop.run(200);
      loop.linked = true;
    } else if (cause == FF_STATE_STOP) {
      loop.run(20, FF_COMMAND_STOP);
    } else {
      loop.bench.rate = 5.0;  // overspeed
      loop.run(20);
    }
    ASSERT_EQ(loop.servo.state, cause);
    loop.run(300, FF_COMMAND_ENABLE, 0.3);
    EXPECT_EQ(loop.servo.state, cause) << "commands do not revive";
    loop.run(50, 0);
    EXPECT_EQ(loop.servo.state, cause) << "silence does not either";
    loop.run(50, FF_COMMAND_CLEAR | FF_COMMAND_ENABLE);
    EXPECT_EQ(loop.servo.state, cause) << "clear with enable is no acknowledgement";
    loop.run(20, FF_COMMAND_CLEAR);
    EXPECT_EQ(loop.servo.state, FF_STATE_OFF);
    EXPECT_FALSE(loop.outputs.energised);
    EXPECT_EQ(ff_servo_faults(&loop.servo), 0);
    loop.run(50, FF_COMMAND_ENABLE);
    EXPECT_EQ(loop.servo.state, FF_STATE_ENABLED);
  }
}

TEST(ServoStates, StopLatchesFromOffToo) {
  ClosedLoop loop;
  loop.run(20, FF_COMMAND_STOP);
  EXPECT_EQ(loop.servo.state, FF_STATE_STOP);
  loop.run(50, FF_COMMAND_STOP | FF_COMMAND_CLEAR);
  EXPECT_EQ(loop.servo.state, FF_STATE_STOP) << "stop outranks clear";
}

TEST(ServoStates, EnablingAgainDuringTheStopOfADisabledBoardMustWait) {
  ClosedLoop loop;
  loop.enable();
  loop.run(100, FF_COMMAND_ENABLE, 0.5);
  loop.run(10, 0);
  EXPECT_EQ(loop.servo.state, FF_STATE_OFF);
  EXPECT_TRUE(loop.outputs.energised) << "still stopping";
  loop.run(100, FF_COMMAND_ENABLE, 0.5);
  EXPECT_EQ(loop.servo.state, FF_STATE_OFF);
  loop.run(100, FF_COMMAND_ENABLE);
  EXPECT_EQ(loop.servo.state, FF_STATE_ENABLED);
}

}  // namespace
}  // namespace freefloat
