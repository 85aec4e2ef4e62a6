#include "hal/sim/simulated_gripper.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

GripperParameters parameters() {
  GripperParameters gripper;
  gripper.capture_radius = 0.008;
  gripper.capture_speed = 0.03;
  gripper.closing_time = std::chrono::milliseconds(200);
  return gripper;
}

/// @return Steps until the state is no longer `from`.
int steps_while(SimulatedGripper& gripper, GripperState from, bool close, double distance, double speed) {
  int steps = 1;
  while (gripper.step(close, distance, speed, std::chrono::milliseconds(1)) == from && steps < 1000) ++steps;
  return steps;
}

TEST(SimulatedGripper, HoldsWhatIsBetweenTheJawsWhenTheyMeet) {
  SimulatedGripper gripper(parameters());
  EXPECT_EQ(gripper.step(true, 0.5, 1.0, std::chrono::milliseconds(1)), GripperState::kClosing);
  EXPECT_EQ(steps_while(gripper, GripperState::kClosing, true, 0.008, 0.03), 199);
  EXPECT_EQ(gripper.state(), GripperState::kHolding);
}

TEST(SimulatedGripper, ClosesOnNothingWhenTheTargetIsTooFarOrTooFast) {
  SimulatedGripper far(parameters());
  steps_while(far, GripperState::kOpen, true, 0.0081, 0.0);
  steps_while(far, GripperState::kClosing, true, 0.0081, 0.0);
  EXPECT_EQ(far.state(), GripperState::kEmpty);
  SimulatedGripper fast(parameters());
  steps_while(fast, GripperState::kOpen, true, 0.0, 0.0301);
  steps_while(fast, GripperState::kClosing, true, 0.0, 0.0301);
  EXPECT_EQ(fast.state(), GripperState::kEmpty);
}

TEST(SimulatedGripper, EmptyJawsCatchNothingUntilTheyOpenAgain) {
  SimulatedGripper gripper(parameters());
  for (int i = 0; i < 250; ++i) gripper.step(true, 1.0, 0.0, std::chrono::milliseconds(1));
  ASSERT_EQ(gripper.state(), GripperState::kEmpty);
  for (int i = 0; i < 250; ++i) gripper.step(true, 0.0, 0.0, std::chrono::milliseconds(1));
  EXPECT_EQ(gripper.state(), GripperState::kEmpty);
  EXPECT_EQ(gripper.step(false, 0.0, 0.0, std::chrono::milliseconds(1)), GripperState::kOpen);
  for (int i = 0; i < 200; ++i) gripper.step(true, 0.0, 0.0, std::chrono::milliseconds(1));
  EXPECT_EQ(gripper.state(), GripperState::kHolding);
}

TEST(SimulatedGripper, BreakingOffStartsTheClosingAnew) {
  SimulatedGripper gripper(parameters());
  for (int i = 0; i < 150; ++i) gripper.step(true, 0.0, 0.0, std::chrono::milliseconds(1));
  gripper.step(false, 0.0, 0.0, std::chrono::milliseconds(1));
  for (int i = 0; i < 150; ++i) gripper.step(true, 0.0, 0.0, std::chrono::milliseconds(1));
  EXPECT_EQ(gripper.state(), GripperState::kClosing);
}

TEST(SimulatedGripper, LetsGoAtOnce) {
  SimulatedGripper gripper(parameters());
  for (int i = 0; i < 200; ++i) gripper.step(true, 0.0, 0.0, std::chrono::milliseconds(1));
  ASSERT_EQ(gripper.state(), GripperState::kHolding);
  EXPECT_EQ(gripper.step(true, 1.0, 1.0, std::chrono::milliseconds(1)), GripperState::kHolding);
  EXPECT_EQ(gripper.step(false, 0.0, 0.0, std::chrono::milliseconds(1)), GripperState::kOpen);
}

}  // namespace
}  // namespace freefloat
