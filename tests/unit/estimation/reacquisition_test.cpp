// No gate may lock the estimator out for good: after a bounded time it believes what it sees.
#include <gtest/gtest.h>

#include "unit/estimation/estimated_run.h"

namespace freefloat {
namespace {

void expect_found_again(EstimatedRun& run) {
  run.run(0.6);  // reacquire_after, and a little
  EXPECT_TRUE(run.estimate.valid);
  EXPECT_LT(run.hand_error(), 2e-3);
  run.run(1.0);
  EXPECT_LT(run.hand_error(), 5e-4);
  EXPECT_LT(run.attitude_error(), 2e-3);
  EXPECT_EQ(run.estimate.markers_used, 4);
}

TEST(Reacquisition, FollowsAJumpInYaw) {
  for (const double jump : {0.05, 0.5, 2.0, kPi}) {
    EstimatedRun run(kUsualNoise);
    run.run(2.0);
    run.truth.theta_WB += jump;
    run.cycle();
    EXPECT_GT(run.hand_error(), 0.01);  // not believed at once
    expect_found_again(run);
  }
}

TEST(Reacquisition, FollowsAJumpInYawAboutAnyLed) {
  // The LED in the middle of the turn still fits; it must not keep the wrong belief alive.
  for (std::size_t pivot = 0; pivot < 4; ++pivot) {
    EstimatedRun run(kUsualNoise);
    run.run(2.0);
    const MarkerParameters led = led_robot().markers[pivot];
    const Vector2 before = run.truth.point(led.body, led.position);
    run.truth.theta_WB += 0.4;
    run.truth.p_WG += before - run.truth.point(led.body, led.position);
    expect_found_again(run);
  }
}

TEST(Reacquisition, FollowsAJumpInPosition) {
  EstimatedRun run(kUsualNoise);
  run.run(2.0);
  run.truth.p_WG += Vector2{0.3, -0.2};
  expect_found_again(run);
}

TEST(Reacquisition, FollowsAJointThatSlippedUnseen) {
  // Only the tip tells; the potentiometer slipped with it.
  EstimatedRun run(kUsualNoise);
  run.run(2.0);
  const JointVector slip = Vector2{0.0, 0.1};
  run.truth.joints += slip;
  run.spoil_feedback = [&](JointFeedback& feedback) { feedback.angles -= slip; };
  run.run(1.2);
  EXPECT_LT(run.hand_error(), 3e-3);
  EXPECT_EQ(run.estimate.markers_used, 4);
}

TEST(Reacquisition, DoesNotStartAnewForOneLedThatIsWrong) {
  EstimatedRun run(kUsualNoise);
  run.run(2.0);
  run.spoil_frame = [](MarkerFrame& frame) { frame.markers[2].p_WM += Vector2{0.2, 0.2}; };
  for (int i = 0; i < 300; ++i) {
    run.cycle();
    ASSERT_LT(run.hand_error(), 2e-3) << i;
    ASSERT_EQ(run.estimate.markers_used, 3);
  }
  EXPECT_NEAR(run.estimate.angular_momentum, run.truth.momentum, 1e-3);
}

TEST(Reacquisition, KeepsCountingTurns) {
  EstimatedRun run(kUsualNoise);
  run.truth.momentum = 0.6;
  run.run(8.0);
  EXPECT_GT(run.truth.theta_WB, 2.0 * kPi);
  run.truth.theta_WB += 0.5;
  run.run(1.0);
  EXPECT_NEAR(run.estimate.robot.theta_WB, run.truth.theta_WB, 0.01);
}

}  // namespace
}  // namespace freefloat
