#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dynamixel_bench.h"
#include "hal/hal_error.h"
#include "servo/plausibility.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

std::uint32_t value_of(EmulatedDynamixel& servo, DynamixelItem item) {
  std::array<std::uint8_t, 4> bytes{};
  servo.read(item.address, std::span(bytes).first(item.size));
  return read_number(bytes, item.size);
}

TEST(DynamixelLink, SetsServosUpAndSaysWhoTheyAre) {
  DynamixelBench bench;
  EXPECT_THAT(bench.link->describe(), HasSubstr("joint 2: XM430-W350 with ID 4, firmware 46"));
  EXPECT_THAT(bench.link->describe(), HasSubstr("bus watchdog 60 ms"));
  EmulatedDynamixel& servo = bench.bus->servos()[1];
  const DynamixelSeries& series = *servo.model().series;
  EXPECT_EQ(value_of(servo, kOperatingMode), kVelocityMode);
  EXPECT_EQ(value_of(servo, series.bus_watchdog), 3u);
  EXPECT_EQ(value_of(servo, series.status_return_level), 1u);
  // 1.6 rad/s of the joint, 2.4 of the shaft: not less, and less than one unit more.
  EXPECT_NEAR(value_of(servo, kVelocityLimit) * servo.model().velocity_unit, 2.4,
              servo.model().velocity_unit);
  EXPECT_GE(value_of(servo, kVelocityLimit) * servo.model().velocity_unit, 2.4);
  EXPECT_FALSE(servo.has_torque());
}

TEST(DynamixelLink, NamesTheServoThatIsMissing) {
  TestbedCase setup;
  const DynamixelModel& model = *find_dynamixel_model(std::string_view("XM430-W350"));
  EmulatedDynamixelBus bus(setup.config, setup.robot, model, {{.id = 1}, {.id = 2}}, {}, 1000000);
  DynamixelLinkConfig config;
  config.port = {.path = bus.path(), .baud_rate = 1000000};
  config.servos.joints = {{.id = 1}, {.id = 3}};
  config.servos.limits.assign(2, {-3.0, 3.0, 1.6});
  config.while_waiting = [&] { bus.serve_alone(); };
  try {
    DynamixelLink link(config);
    FAIL() << "taken";
  } catch (const HalError& error) {
    EXPECT_THAT(error.what(), HasSubstr("joint 2 (servo 3): does not answer"));
  }
}

TEST(DynamixelLink, NamesTheLimitThatAServoDoesNotTake) {
  TestbedCase setup;
  setup.robot.joint_limits[0].max_rate = 26.0;
  try {
    const DynamixelBench bench("XM430-W350", setup);
    FAIL() << "taken";
  } catch (const HalError& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("joint 1 (servo 11, XM430-W350): velocity limit: told 1085, it keeps 200"));
  }
}

class DynamixelModels : public testing::TestWithParam<const char*> {};

TEST_P(DynamixelModels, TurnEachJointItsWayByItsGear) {
  DynamixelBench bench(GetParam());
  bench.arm();
  const JointVector before = bench.true_joints();
  const JointFeedback feedback = bench.drive(with_rates(0.30, -0.20), 200);
  EXPECT_EQ(feedback.board_state, BoardState::kRun);
  const JointVector turned = bench.true_joints() - before;
  // Less the time until the first command arrives, and the drive's own.
  EXPECT_NEAR(turned[0], 0.60, 0.02);
  EXPECT_NEAR(turned[1], -0.40, 0.02);
  const double late = 0.010;  // s, at most
  EXPECT_NEAR(feedback.angles[0], bench.true_joints()[0], 0.30 * late + 0.002);
  EXPECT_NEAR(feedback.angles[1], bench.true_joints()[1], 0.20 * late + 0.002);
  EXPECT_NEAR(feedback.rates[0], 0.30, 0.03);
  EXPECT_NEAR(feedback.rates[1], -0.20, 0.03);
}

INSTANTIATE_TEST_SUITE_P(OfBothSeries, DynamixelModels, testing::Values("XM430-W350", "PH42-020-S300-R"),
                         [](const auto& parameter) { return std::string(parameter.param).substr(0, 4); });

TEST(DynamixelLink, SamplesAreAsOldAsTheySay) {
  DynamixelBench bench("PH42-020-S300-R");
  bench.arm();
  bench.drive(with_rates(0.4, 0.0), 100);
  bench.sleep(1);
  const auto feedback = bench.link->poll(bench.testbed->now());
  ASSERT_TRUE(feedback);
  const double age = to_seconds(bench.testbed->now() - feedback->sample_time);
  EXPECT_NEAR(feedback->angles[0], bench.true_joints()[0] - 0.4 * age, 0.4 * 0.0015);
  EXPECT_GT(age, 0.005);
}

// One unit of an X servo is 1.4 deg/s; a hand needs less.
TEST(DynamixelLink, MeansOfCommandsAreFinerThanAServosUnits) {
  DynamixelBench bench;
  bench.arm();
  const JointVector before = bench.true_joints();
  bench.drive(with_rates(0.010, 0.0), 300);
  EXPECT_NEAR((bench.true_joints() - before)[0], 0.030, 0.002);
}

TEST(DynamixelLink, EnergisesOnlyAfterACommandThatDidNotAskForIt) {
  DynamixelBench bench;
  EXPECT_EQ(bench.drive(DynamixelBench::enabled(), 20).board_state, BoardState::kOff);
  EXPECT_FALSE(bench.bus->servos()[0].has_torque());
  bench.arm();
  EXPECT_TRUE(bench.bus->servos()[0].has_torque());
  EXPECT_TRUE(bench.bus->servos()[1].has_torque());
}

TEST(DynamixelLink, StopsStayLatchedUntilCleared) {
  DynamixelBench bench;
  bench.arm();
  bench.drive(with_rates(0.5, 0.5), 50);
  JointCommand stop = DynamixelBench::enabled();
  stop.stop = true;
  EXPECT_EQ(bench.drive(stop, 3).board_state, BoardState::kStop);
  bench.drive(DynamixelBench::enabled(), 60);
  EXPECT_FALSE(bench.bus->servos()[0].has_torque()) << "at rest, then off";
  EXPECT_LT(bench.true_rates().cwiseAbs().maxCoeff(), 0.01);
  EXPECT_EQ(bench.drive({}, 5).board_state, BoardState::kStop);
  EXPECT_EQ(bench.drive(clearing(), 5).board_state, BoardState::kOff);
}

TEST(DynamixelLink, RefusesRatesThatAreNotFinite) {
  DynamixelBench bench;
  bench.arm();
  const JointFeedback feedback = bench.drive(with_rates(std::nan(""), 0.1), 4);
  EXPECT_EQ(feedback.board_state, BoardState::kStop);
  bench.drive({}, 30);
  EXPECT_LT(bench.true_rates().cwiseAbs().maxCoeff(), 0.01);
}

TEST(DynamixelLink, KeepsJointsWithinTheLimitsThatVelocityModeIgnores) {
  TestbedCase setup;
  setup.robot.joint_limits[0].max = setup.config.start.joints[0] + 0.3;
  DynamixelBench bench("XM430-W350", setup);
  bench.arm();
  const JointFeedback feedback = bench.drive(with_rates(1.0, 0.0), 200);
  EXPECT_LT(bench.true_joints()[0], setup.robot.joint_limits[0].max + 0.005);
  EXPECT_GT(bench.true_joints()[0], setup.robot.joint_limits[0].max - 0.05);
  EXPECT_EQ(feedback.clamp_flags, 1);
}

constexpr double kAtRest = 0.0873;  // rad/s, 5 deg/s

TEST(DynamixelLink, WatchdogStopsTheJointsWithinTheStatedBound) {
  for (int phase = 0; phase < 10; ++phase) {
    DynamixelBench bench;
    bench.arm();
    bench.drive(with_rates(1.2, -1.2), 100);
    bench.drive(with_rates(1.2, -1.2), phase);
    const Time last = bench.testbed->now();
    bench.testbed->sleep_until(last + dynamixel_stop_bound(std::chrono::milliseconds(60)));
    EXPECT_LT(bench.true_rates().cwiseAbs().maxCoeff(), kAtRest) << phase;
    bench.sleep(5);
    const JointFeedback after = bench.drive(with_rates(1.2, -1.2), 3);
    EXPECT_EQ(after.board_state, BoardState::kTimeout);
    EXPECT_THAT(bench.link->describe_trouble(), HasSubstr("joint 1's servo: stopped by its bus watchdog"));
    bench.drive(with_rates(1.2, -1.2), 60);
    EXPECT_LT(bench.true_rates().cwiseAbs().maxCoeff(), 0.01) << "nothing goes on by itself";
  }
}

TEST(DynamixelLink, ClearingATimeoutSetsTheServosUpAgain) {
  DynamixelBench bench;
  bench.arm();
  bench.drive(with_rates(0.5, 0.5), 20);
  bench.sleep(30);
  bench.drive({}, 60);
  EXPECT_EQ(bench.drive(clearing(), 300).board_state, BoardState::kOff);
  bench.arm();
  EXPECT_EQ(bench.drive(with_rates(0.5, 0.5), 20).board_state, BoardState::kRun);
}

TEST(DynamixelLink, HardwareErrorIsAFaultWhichOnlyARestartClears) {
  DynamixelBench bench;
  bench.arm();
  bench.drive(with_rates(0.5, 0.5), 20);
  bench.bus->servos()[1].fail(1u << 5);
  const JointFeedback feedback = bench.drive(with_rates(0.5, 0.5), 4);
  EXPECT_EQ(feedback.board_state, BoardState::kFault);
  EXPECT_EQ(feedback.board_faults, FF_FAULT_OVERCURRENT | (1u << (FF_FAULT_JOINT_SHIFT + 1)));
  EXPECT_EQ(bench.link->describe_trouble(), "joint 2's servo: overloaded");
  bench.drive({}, 60);
  EXPECT_EQ(bench.drive(clearing(), 400).board_state, BoardState::kOff);
  bench.arm();
  EXPECT_EQ(bench.drive(with_rates(0.5, 0.5), 20).board_state, BoardState::kRun);
}

TEST(DynamixelLink, AServoThatLostPowerIsNotDrivenOn) {
  DynamixelBench bench;
  bench.arm();
  bench.drive(with_rates(0.5, 0.5), 20);
  bench.bus->servos()[0].reboot(bench.testbed->now());
  bench.drive(with_rates(0.5, 0.5), 80);
  EXPECT_FALSE(bench.bus->servos()[0].has_torque());
  EXPECT_FALSE(bench.bus->servos()[1].has_torque());
  EXPECT_EQ(bench.drive(with_rates(0.5, 0.5), 2).board_state, BoardState::kFault);
  EXPECT_THAT(bench.link->describe_trouble(), HasSubstr("joint 1's servo: was without power"));
  EXPECT_EQ(bench.drive(clearing(), 300).board_state, BoardState::kOff);
  bench.arm();
  EXPECT_EQ(bench.drive(with_rates(0.5, 0.5), 20).board_state, BoardState::kRun);
}

TEST(DynamixelLink, JawsCloseAndTellThatTheyAreEmpty) {
  DynamixelBench bench;
  bench.arm();
  JointCommand closing = with_rates(0.0, 0.0);
  closing.close_gripper = true;
  bench.drive(closing, 10);
  EXPECT_EQ(bench.drive(closing, 10).gripper, GripperState::kClosing);
  EXPECT_EQ(bench.drive(closing, 30).gripper, GripperState::kEmpty);
  EXPECT_EQ(bench.drive(with_rates(0.0, 0.0), 5).gripper, GripperState::kOpen);
}

// Longer than a cycle, as through a radio: several exchanges are then under way, and each answer's time is
// still right.
TEST(DynamixelLink, AnswersThatAreLateBelongToTheirRequests) {
  TestbedCase setup;
  setup.config.link.latency = std::chrono::milliseconds(10);
  DynamixelBench bench("PH42-020-S300-R", setup);
  bench.drive({}, 12);
  bench.drive(DynamixelBench::enabled(), 20);
  bench.drive(with_rates(0.4, 0.0), 200);
  for (int i = 0; i < 4; ++i) {
    bench.sleep(1);
    if (const auto feedback = bench.link->poll(bench.testbed->now())) {
      const double age = to_seconds(bench.testbed->now() - feedback->sample_time);
      EXPECT_NEAR(feedback->angles[0], bench.true_joints()[0] - 0.4 * age, 0.4 * 0.0015);
      EXPECT_GT(age, 0.010);
    }
    bench.link->send(with_rates(0.4, 0.0), bench.testbed->now());
  }
  EXPECT_EQ(bench.link->health().lost, 0u);
  EXPECT_GT(bench.link->health().received, 200u) << "one in each cycle";
}

TEST(DynamixelLink, JawsCloseThoughCommandsAreLost) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    TestbedCase setup;
    setup.config.seed = seed;
    setup.config.link.loss = 0.3;
    DynamixelBench bench("XM430-W350", setup);
    bench.arm();
    bench.drive(with_rates(0.0, 0.0), 20);
    JointCommand closing = with_rates(0.0, 0.0);
    closing.close_gripper = true;
    bench.drive(closing, 60);
    EXPECT_NEAR(bench.bus->servos().back().goal_position(), bench.gripper.closed, 0.01) << seed;
  }
}

TEST(DynamixelLink, CountsAnswersThatAreLostAndGoesOn) {
  TestbedCase setup;
  setup.config.link.corruption = 0.2;
  DynamixelBench bench("XM430-W350", setup);
  bench.arm();
  bench.drive(with_rates(0.3, 0.0), 200);
  const LinkHealth health = bench.link->health();
  EXPECT_GT(health.rejects.check, 20u);
  EXPECT_GT(health.lost, 20u);
  EXPECT_GT(health.received, 50u);
}

}  // namespace
}  // namespace freefloat
