#include "servo/gripper.h"

#include <gtest/gtest.h>

#include "closed_loop.h"

namespace freefloat {
namespace {

TEST(Gripper, ClosesUntilItFeelsAnObject) {
  ff_gripper gripper{};
  ff_tick_gripper(&gripper, true, false, 100);
  EXPECT_EQ(gripper.state, FF_GRIPPER_CLOSING);
  EXPECT_TRUE(ff_is_gripper_closed(&gripper));
  for (int i = 0; i < 50; ++i) ff_tick_gripper(&gripper, true, false, 100);
  ff_tick_gripper(&gripper, true, true, 100);
  EXPECT_EQ(gripper.state, FF_GRIPPER_HOLDING);
  ff_tick_gripper(&gripper, true, false, 100);
  EXPECT_EQ(gripper.state, FF_GRIPPER_EMPTY) << "object lost";
  ff_tick_gripper(&gripper, false, false, 100);
  EXPECT_EQ(gripper.state, FF_GRIPPER_OPEN);
  EXPECT_FALSE(ff_is_gripper_closed(&gripper));
}

TEST(Gripper, IsEmptyWhenItClosesOnNothing) {
  ff_gripper gripper{};
  for (int i = 0; i < 99; ++i) ff_tick_gripper(&gripper, true, false, 100);
  EXPECT_EQ(gripper.state, FF_GRIPPER_CLOSING);
  ff_tick_gripper(&gripper, true, false, 100);
  EXPECT_EQ(gripper.state, FF_GRIPPER_EMPTY);
}

TEST(Gripper, AStopDropsNothing) {
  ClosedLoop loop;
  loop.enable();
  loop.inputs.gripper_contact = true;
  loop.run(50, FF_COMMAND_ENABLE | FF_COMMAND_CLOSE_GRIPPER);
  EXPECT_EQ(loop.servo.gripper.state, FF_GRIPPER_HOLDING);
  loop.run(300, FF_COMMAND_STOP);
  EXPECT_EQ(loop.servo.state, FF_STATE_STOP);
  EXPECT_TRUE(loop.outputs.close_gripper);
  loop.run(100, FF_COMMAND_CLEAR);
  EXPECT_EQ(loop.servo.state, FF_STATE_OFF);
  EXPECT_TRUE(loop.outputs.close_gripper);
  loop.run(100, FF_COMMAND_ENABLE);
  EXPECT_FALSE(loop.outputs.close_gripper) << "opens when an enabled board is told to";
}

}  // namespace
}  // namespace freefloat
