#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hal/hal_error.h"
#include "odrive_bench.h"
#include "servo/plausibility.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

JointCommand clear_all() {
  JointCommand command;
  command.clear = true;
  return command;
}

TEST(OdriveLink, SetsTheAxesUp) {
  OdriveBench bench;
  EXPECT_THAT(bench.link->describe(),
              HasSubstr("2 ODrives, joint 1: axis 1, joint 2: axis 2, gripper: axis 0"));
  EXPECT_EQ(bench.odrives->axis(2).read("controller.config.control_mode"), 2.0);
  EXPECT_NEAR(*bench.odrives->axis(2).read("controller.config.vel_limit"), 1.6 * 35.0 / (2.0 * M_PI), 1e-5);
  EXPECT_EQ(bench.odrives->axis(2).read("config.watchdog_timeout"), 0.06);
}

TEST(OdriveLink, TurnsEachJointItsWayByItsGear) {
  OdriveBench bench;
  bench.arm();
  const JointVector before = bench.true_joints();
  const JointFeedback feedback = bench.drive(OdriveBench::with_rates(0.30, -0.20), 200);
  EXPECT_EQ(feedback.board_state, BoardState::kRun);
  const JointVector turned = bench.true_joints() - before;
  EXPECT_NEAR(turned[0], 0.60, 0.02);
  EXPECT_NEAR(turned[1], -0.40, 0.02);
  EXPECT_NEAR(feedback.angles[0], bench.true_joints()[0], 0.30 * 0.01 + 0.001);
  EXPECT_NEAR(feedback.angles[1], bench.true_joints()[1], 0.20 * 0.01 + 0.001);
  EXPECT_NEAR(feedback.rates[0], 0.30, 0.02);
  EXPECT_NEAR(feedback.rates[1], -0.20, 0.02);
}

TEST(OdriveLink, WatchdogLetsGoAndNothingGoesOnUntilCleared) {
  OdriveBench bench;
  bench.arm();
  bench.drive(OdriveBench::with_rates(1.0, -1.0), 60);
  const Time last = bench.testbed->now();
  bench.testbed->sleep_until(last + std::chrono::milliseconds(70));
  EXPECT_FALSE(bench.odrives->axis(1).is_driven());
  EXPECT_FALSE(bench.odrives->axis(2).is_driven());
  bench.testbed->sleep_until(last + odrive_stop_bound(std::chrono::milliseconds(60)));
  EXPECT_LT(bench.true_rates().cwiseAbs().maxCoeff(), 0.0873) << "coasted";
  bench.drive(OdriveBench::with_rates(1.0, -1.0), 3);
  EXPECT_EQ(bench.drive(OdriveBench::with_rates(1.0, -1.0), 30).board_state, BoardState::kTimeout);
  EXPECT_THAT(bench.link->describe_trouble(), HasSubstr("joint 1's axis: let go by its watchdog"));
  EXPECT_LT(bench.true_rates().cwiseAbs().maxCoeff(), 0.01);
  EXPECT_EQ(bench.drive(clear_all(), 60).board_state, BoardState::kOff);
  bench.arm();
  EXPECT_EQ(bench.drive(OdriveBench::with_rates(0.5, 0.5), 20).board_state, BoardState::kRun);
}

TEST(OdriveLink, ErrorOfAnAxisIsAFault) {
  OdriveBench bench;
  bench.arm();
  bench.drive(OdriveBench::with_rates(0.5, 0.5), 20);
  bench.odrives->axis(2).fail(0x100);
  const JointFeedback feedback = bench.drive(OdriveBench::with_rates(0.5, 0.5), 4);
  EXPECT_EQ(feedback.board_state, BoardState::kFault);
  EXPECT_EQ(feedback.board_faults, FF_FAULT_POT_RANGE | (1u << (FF_FAULT_JOINT_SHIFT + 1)));
  EXPECT_EQ(bench.link->describe_trouble(), "joint 2's axis: encoder failed");
}

TEST(OdriveLink, BoardThatRestartsIsNotDrivenAgainAndSaysWhy) {
  OdriveBench bench;
  bench.arm();
  bench.drive(OdriveBench::with_rates(0.5, 0.5), 20);
  bench.odrives->axis(2).reboot();
  for (int i = 0; i < 40; ++i) {
    bench.drive(OdriveBench::with_rates(0.5, 0.5), 1);
    EXPECT_FALSE(bench.odrives->axis(2).is_driven());
  }
  const JointFeedback feedback = bench.drive(OdriveBench::with_rates(0.5, 0.5), 4);
  EXPECT_EQ(feedback.board_state, BoardState::kFault);
  EXPECT_EQ(bench.link->describe_trouble(),
            "joint 2's ODrive was without power, and has forgotten what it was told: start the program "
            "again, so that it is set up");
  EXPECT_EQ(bench.drive(clear_all(), 60).board_state, BoardState::kFault);
  bench.drive(OdriveBench::with_rates(0.5, 0.5), 40);
  EXPECT_FALSE(bench.odrives->axis(1).is_driven());
}

TEST(OdriveLink, BoardThatRestartsAtRestIsNotArmed) {
  OdriveBench bench;
  bench.drive({}, 6);
  bench.odrives->axis(1).reboot();
  EXPECT_EQ(bench.drive({}, 8).board_state, BoardState::kFault);
  bench.drive(OdriveBench::with_rates(0.5, 0.5), 30);
  EXPECT_FALSE(bench.odrives->axis(1).is_driven());
}

TEST(OdriveLink, AxisThatLosesItsCalibrationIsNotEnergisedAndSaysWhy) {
  OdriveBench bench;
  bench.odrives->axis(2).lose_calibration(false);
  bench.drive({}, 3);
  const JointFeedback feedback = bench.drive(OdriveBench::with_rates(0.5, 0.5), 30);
  EXPECT_EQ(feedback.board_state, BoardState::kFault);
  EXPECT_EQ(feedback.board_faults, FF_FAULT_TRACKING | (1u << (FF_FAULT_JOINT_SHIFT + 1)));
  EXPECT_FALSE(bench.odrives->axis(2).is_driven());
  EXPECT_LT(bench.true_rates().cwiseAbs().maxCoeff(), 0.01);
  EXPECT_EQ(bench.link->describe_trouble(),
            "joint 2's axis: a state that it cannot enter was asked for: is it calibrated?");
}

TEST(OdriveLink, AnswersThatAreLostAreTakenForNoOther) {
  TestbedCase setup;
  setup.config.link.corruption = 0.03;
  OdriveBench bench(setup);
  bench.arm();
  for (int i = 0; i < 300; ++i) {
    const JointFeedback feedback = bench.drive(OdriveBench::with_rates(0.2, 0.0), 1);
    if (feedback.angles.size() == 0) continue;
    EXPECT_NEAR(feedback.angles[0], bench.true_joints()[0], 0.02);
    EXPECT_NEAR(feedback.angles[1], bench.true_joints()[1], 0.02);
  }
  EXPECT_GT(bench.link->health().rejects.check, 20u);
  EXPECT_GT(bench.link->health().received, 50u);
}

TEST(OdriveLink, JawsCloseAndTellThatTheyAreEmpty) {
  OdriveBench bench;
  bench.arm();
  JointCommand closing = OdriveBench::with_rates(0.0, 0.0);
  closing.close_gripper = true;
  bench.drive(closing, 10);
  EXPECT_EQ(bench.drive(closing, 10).gripper, GripperState::kClosing);
  EXPECT_EQ(bench.drive(closing, 30).gripper, GripperState::kEmpty);
  EXPECT_EQ(bench.drive(OdriveBench::with_rates(0.0, 0.0), 5).gripper, GripperState::kOpen);
}

TEST(OdriveLink, NamesTheBoardThatIsMissing) {
  OdriveLinkConfig config;
  TestbedCase setup;
  EmulatedOdrives odrives(setup.config, setup.robot, {{.id = 0}, {.id = 1}}, {}, 921600);
  config.ports = {{.path = odrives.paths().front(), .baud_rate = 921600}};
  config.servos.joints = {{.id = 0}, {.id = 2}};
  config.servos.limits.assign(2, {-3.0, 3.0, 1.6});
  try {
    OdriveLink link(config);
    FAIL() << "taken";
  } catch (const HalError& error) {
    EXPECT_THAT(error.what(), HasSubstr("joint 2: axis 2 is of board 2"));
  }
}

}  // namespace
}  // namespace freefloat
