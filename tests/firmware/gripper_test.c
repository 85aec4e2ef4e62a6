#include "servo/gripper.h"

#include <stddef.h>

#include "firmware/check.h"
#include "firmware/closed_loop.h"

static void closes_until_it_feels_an_object(void) {
  struct ff_gripper gripper = {0};
  ff_tick_gripper(&gripper, true, false, 100);
  CHECK_EQUAL(gripper.state, FF_GRIPPER_CLOSING);
  CHECK(ff_is_gripper_closed(&gripper));
  for (int i = 0; i < 50; ++i) ff_tick_gripper(&gripper, true, false, 100);
  ff_tick_gripper(&gripper, true, true, 100);
  CHECK_EQUAL(gripper.state, FF_GRIPPER_HOLDING);
  ff_tick_gripper(&gripper, true, false, 100);
  CHECK_EQUAL(gripper.state, FF_GRIPPER_EMPTY);  // object lost
  ff_tick_gripper(&gripper, false, false, 100);
  CHECK_EQUAL(gripper.state, FF_GRIPPER_OPEN);
  CHECK(!ff_is_gripper_closed(&gripper));
}

static void is_empty_when_it_closes_on_nothing(void) {
  struct ff_gripper gripper = {0};
  for (int i = 0; i < 99; ++i) ff_tick_gripper(&gripper, true, false, 100);
  CHECK_EQUAL(gripper.state, FF_GRIPPER_CLOSING);
  ff_tick_gripper(&gripper, true, false, 100);
  CHECK_EQUAL(gripper.state, FF_GRIPPER_EMPTY);
}

static void a_stop_drops_nothing(void) {
  struct ff_closed_loop loop;
  ff_start_loop(&loop);
  ff_enable(&loop);
  loop.inputs.gripper_contact = true;
  ff_run_with(&loop, 50, FF_COMMAND_ENABLE | FF_COMMAND_CLOSE_GRIPPER, 0.0);
  CHECK_EQUAL(loop.servo.gripper.state, FF_GRIPPER_HOLDING);
  ff_run_with(&loop, 300, FF_COMMAND_STOP, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_STOP);
  CHECK(loop.outputs.close_gripper);
  ff_run_with(&loop, 100, FF_COMMAND_CLEAR, 0.0);
  CHECK_EQUAL(loop.servo.state, FF_STATE_OFF);
  CHECK(loop.outputs.close_gripper);
  ff_run_with(&loop, 100, FF_COMMAND_ENABLE, 0.0);
  CHECK(!loop.outputs.close_gripper);  // an enabled board does as it is told
}

const struct ff_test ff_gripper_tests[] = {
    {"Gripper.ClosesUntilItFeelsAnObject", closes_until_it_feels_an_object},
    {"Gripper.IsEmptyWhenItClosesOnNothing", is_empty_when_it_closes_on_nothing},
    {"Gripper.AStopDropsNothing", a_stop_drops_nothing},
    {NULL, NULL},
};
