#include "estimation/fit_posture.h"

#include <gtest/gtest.h>

#include "estimation/estimate_state.h"
#include "true_robot.h"

namespace freefloat {
namespace {

EstimatorSetup setup_of(const RobotParameters& robot) {
  return make_estimator_setup(robot, robot, false, 0, EstimatorConfig{});
}

class FitPosture : public testing::Test {
 protected:
  FitPosture() {
    robot_.joints << 0.4, -2.2;
    robot_.theta_WB = 1.3;
    robot_.p_WG = {0.2, -0.1};
  }

  EstimatorSetup setup_ = setup_of(led_robot());
  TrueRobot robot_{led_robot()};
};

TEST_F(FitPosture, FindsTheJointsByTheLedsAlone) {
  JointVector near(2);
  near << 1.9, 0.1;  // anything within half a turn
  const JointVector joints = fit_posture(setup_.unloaded, robot_.frame(), near).joints;
  ASSERT_EQ(joints.size(), 2);
  EXPECT_NEAR((joints - robot_.joints).norm(), 0.0, 1e-12);
}

TEST_F(FitPosture, TakesTheTurnThatIsNearest) {
  JointVector near = robot_.joints;
  near[0] += 2.0 * kPi + 0.3;
  EXPECT_NEAR(fit_posture(setup_.unloaded, robot_.frame(), near).joints[0], robot_.joints[0] + 2.0 * kPi,
              1e-12);
}

TEST_F(FitPosture, StopsAtTheFirstLinkWithoutAnLed) {
  MarkerFrame frame = robot_.frame();
  hide(frame, {3});
  EXPECT_EQ(fit_posture(setup_.unloaded, frame, robot_.joints).joints.size(), 1);
  hide(frame, {2});
  EXPECT_EQ(fit_posture(setup_.unloaded, frame, robot_.joints).joints.size(), 0);
  frame = robot_.frame();
  hide(frame, {0});
  EXPECT_EQ(fit_posture(setup_.unloaded, frame, robot_.joints).joints.size(), 0);
}

TEST_F(FitPosture, DoesNotTakeAnotherLightForAnLed) {
  for (const std::size_t wrong : {0u, 1u, 2u, 3u}) {
    MarkerFrame frame = robot_.frame();
    frame.markers[wrong].p_WM += Vector2(0.05, 0.04);
    EXPECT_LT(fit_posture(setup_.unloaded, frame, robot_.joints).joints.size(), 2) << wrong;
  }
}

TEST_F(FitPosture, TellsLedsOffTheirLengthsBeforeItLeavesThem) {
  EXPECT_EQ(fit_posture(setup_.unloaded, robot_.frame(), robot_.joints).wrong_lengths, 0u);
  const double tolerance = setup_.unloaded.config.marker_tolerance;
  const auto with_arm_longer_by = [&](double length) {
    MarkerFrame frame = robot_.frame();
    const Vector2 link = frame.markers[3].p_WM - frame.markers[2].p_WM;
    frame.markers[3].p_WM += length * link.normalized();
    return fit_posture(setup_.unloaded, frame, robot_.joints);
  };
  EXPECT_EQ(with_arm_longer_by(0.9 * tolerance).wrong_lengths, 0u);
  EXPECT_EQ(with_arm_longer_by(1.2 * tolerance).wrong_lengths, 0b1000u);
  EXPECT_EQ(with_arm_longer_by(1.2 * tolerance).joints.size(), 2);  // still good for an angle
  EXPECT_EQ(with_arm_longer_by(0.02).wrong_lengths, 0b1000u);
  EXPECT_EQ(with_arm_longer_by(0.02).joints.size(), 1);
  MarkerFrame frame = robot_.frame();
  frame.markers[0].p_WM.x() += 0.05;
  EXPECT_NE(fit_posture(setup_.unloaded, frame, robot_.joints).wrong_lengths & 0b0011u, 0u);
}

TEST_F(FitPosture, EstimatorComparesLedsAndPotentiometersOfTheSameTime) {
  EstimatorState state;
  robot_.joint_rates << 0.5, -0.4;
  StateEstimate estimate;
  std::optional<MarkerFrame> late;
  for (int cycle = 0; cycle < 60; ++cycle) {
    // Pictures come two cycles late, and the second potentiometer is off by 0.3 rad.
    JointFeedback feedback = robot_.feedback();
    feedback.angles[1] += 0.3;
    estimate = estimate_state(setup_, robot_.now, late, feedback, false, state);
    if (cycle % 3 == 0) late = robot_.frame();
    robot_.advance(std::chrono::milliseconds(10));
  }
  ASSERT_EQ(estimate.compared.by_leds.size(), 2);
  EXPECT_NEAR(estimate.compared.by_pots[0] - estimate.compared.by_leds[0], 0.0, 1e-6);
  EXPECT_NEAR(estimate.compared.by_pots[1] - estimate.compared.by_leds[1], 0.3, 1e-6);
}

}  // namespace
}  // namespace freefloat
