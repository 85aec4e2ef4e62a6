#include "estimation/estimate_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <map>

#include "unit/estimation/estimated_run.h"

namespace freefloat {
namespace {

void expect_same(const RobotFilterState& a, const RobotFilterState& b) {
  EXPECT_EQ(a.at, b.at);
  EXPECT_EQ(a.p_WG, b.p_WG);
  EXPECT_EQ(a.theta_WB, b.theta_WB);
  EXPECT_EQ(a.joints, b.joints);
  EXPECT_EQ(a.v_WG, b.v_WG);
  EXPECT_EQ(a.angular_momentum, b.angular_momentum);
  EXPECT_EQ(a.covariance, b.covariance);
}

TEST(EstimateState, FindsPoseVelocityAndMomentum) {
  EstimatedRun run(kUsualNoise);
  run.run(3.0);
  EXPECT_TRUE(run.estimate.valid);
  EXPECT_EQ(run.estimate.markers_used, 4);
  EXPECT_LT(run.hand_error(), 3e-4);
  EXPECT_LT(run.attitude_error(), 1e-3);
  EXPECT_LT((run.estimate.linear_momentum - run.truth.model().total_mass() * run.truth.v_WG).norm(), 5e-3);
  EXPECT_NEAR(run.estimate.angular_momentum, run.truth.momentum, 5e-4);
  const Vector2 before = run.truth.hand();
  run.truth.advance(std::chrono::microseconds(100));
  EXPECT_LT((run.estimate.v_WE - (run.truth.hand() - before) / 1e-4).norm(), 0.02);
}

/// Joints that do not do what they were told: the readings are believed, with the camera and without.
TEST(EstimateState, FollowsReadingsThatDifferFromTheCommands) {
  EstimatedRun run;
  run.setup.unloaded.config.rates_between_readings = RatesBetweenReadings::kCommanded;
  run.setup.unloaded.config.drive_acceleration = 50.0;
  run.state.commands.push(Time{}, JointVector::Constant(2, 0.3), 50.0);
  run.run(2.0);
  EXPECT_LT(run.hand_error(), 2e-4);
  EXPECT_LT((run.estimate.robot.joint_rates - run.truth.joint_rates).norm(), 0.04);
  // And beyond the newest of them.
  run.setup.unloaded.config.actuation_delay = from_seconds(0.02);
  run.cycle();
  const JointVector ahead = run.truth.joints + 0.02 * run.truth.joint_rates;
  EXPECT_LT((run.estimate.robot.joints - ahead).norm(), 1.5e-3);
  run.setup.unloaded.config.actuation_delay = {};
  run.spoil_frame = [](MarkerFrame& frame) {
    for (MarkerMeasurement& marker : frame.markers) marker.seen = false;
  };
  run.spoil_feedback = [](JointFeedback& feedback) { feedback.angles.setConstant(100.0); };  // gated out
  run.run(0.5);
  EXPECT_LT(run.hand_error(), 2e-3);
}

TEST(EstimateState, TakesUpARobotThatSpinsAndDrifts) {
  EstimatedRun run(kUsualNoise);
  run.truth.v_WG = {0.3, -0.2};
  run.truth.momentum = 1.5;  // near 100 deg/s
  run.cycle();
  for (int i = 0; i < 50; ++i) {
    run.cycle();
    ASSERT_EQ(run.estimate.markers_used, 4) << i;
  }
  EXPECT_LT(run.hand_error(), 5e-4);
}

TEST(EstimateState, IsExactWithoutNoise) {
  EstimatedRun run;
  run.run(3.0);
  EXPECT_LT(run.hand_error(), 2e-5);
  EXPECT_LT(run.attitude_error(), 2e-5);
}

TEST(EstimateState, PredictsToTheTimeTheCommandTakesEffect) {
  EstimatedRun run;
  run.setup.unloaded.config.actuation_delay = std::chrono::milliseconds(50);
  run.run(3.0);
  EXPECT_EQ(run.estimate.at, run.truth.now + std::chrono::milliseconds(50));
  run.truth.advance(std::chrono::milliseconds(50));
  EXPECT_LT(run.hand_error(), 1e-4);
}

TEST(EstimateState, UsesLateFramesAsIfTheyHadComeAtOnce) {
  EstimatedRun prompt(kUsualNoise);
  std::map<Time, RobotFilterState> beliefs;
  for (int i = 0; i < 200; ++i) {
    prompt.cycle();
    beliefs[prompt.state.robot.at] = prompt.state.robot;
  }
  for (const int delay_ms : {10, 40, 200}) {
    EstimatedRun late(kUsualNoise);
    late.frame_delay = std::chrono::milliseconds(delay_ms);
    for (int i = 0; i < 200; ++i) {
      late.cycle();
      if (!late.state.robot.initialised) continue;
      ASSERT_EQ(late.truth.now - late.state.robot.at, late.frame_delay);
      // The first picture takes the newest potentiometers; that is forgotten after a while.
      if (i < 150) continue;
      const RobotFilterState& belief = beliefs.at(late.state.robot.at);
      EXPECT_LT((belief.p_WG - late.state.robot.p_WG).norm(), 1e-9);
      EXPECT_NEAR(belief.theta_WB, late.state.robot.theta_WB, 1e-9);
      EXPECT_LT((covariance_of(belief.covariance) - covariance_of(late.state.robot.covariance))
                    .cwiseAbs()
                    .maxCoeff(),
                1e-12);
    }
    EXPECT_LT(late.hand_error(), 1e-3) << delay_ms;
  }
}

TEST(EstimateState, IgnoresFramesThatComeTwiceOrOutOfOrder) {
  EstimatedRun run(kUsualNoise);
  run.run(1.0);
  const MarkerFrame older = run.truth.frame();
  run.cycle();
  MarkerFrame twice = run.truth.frame();
  run.run(0.01);
  const MarkerFrame newest = run.truth.frame();
  const RobotFilterState belief = run.state.robot;
  ASSERT_EQ(belief.at, newest.capture_time);
  for (const MarkerFrame& frame : {older, twice, newest}) {
    estimate_state(run.setup, run.truth.now, frame, std::nullopt, false, run.state);
    expect_same(run.state.robot, belief);
  }
}

TEST(EstimateState, IgnoresFramesFromTheFutureAndFromLongAgo) {
  EstimatedRun run(kUsualNoise);
  run.run(1.0);
  const RobotFilterState belief = run.state.robot;
  MarkerFrame frame = run.truth.frame();
  for (const double offset : {3600.0, 0.001, -0.5}) {
    frame.capture_time = run.truth.now + from_seconds(offset);
    estimate_state(run.setup, run.truth.now, frame, std::nullopt, false, run.state);
    expect_same(run.state.robot, belief);
    EstimatorState fresh;
    EXPECT_FALSE(estimate_state(run.setup, run.truth.now, frame, run.truth.feedback(), false, fresh).valid);
  }
  run.run(0.1);
  EXPECT_LT(run.hand_error(), 1e-3);
}

TEST(EstimateState, IsNotShutOutByAReadingFromTheFuture) {
  EstimatedRun run(kUsualNoise);
  run.run(1.0);
  run.spoil_feedback = [](JointFeedback& feedback) { feedback.sample_time += std::chrono::hours(1); };
  run.cycle();
  run.spoil_feedback = nullptr;
  run.run(1.0);
  EXPECT_EQ(run.state.history.newest().time, run.truth.now);
  EXPECT_LT(run.hand_error(), 1e-3);
}

TEST(EstimateState, IgnoresNumbersThatAreNone) {
  const double nan = std::nan("");
  const double infinity = std::numeric_limits<double>::infinity();
  EstimatedRun run(kUsualNoise);
  run.run(1.0);
  int count = 0;
  run.spoil_feedback = [&](JointFeedback& feedback) {
    if (count % 4 == 1) feedback.angles[1] = nan;
    if (count % 4 == 2) feedback.rates[0] = infinity;
    if (count % 4 == 3) feedback.rates.resize(0);
  };
  run.spoil_frame = [&](MarkerFrame& frame) {
    MarkerMeasurement& marker = frame.markers[count++ % 5];
    marker.seen = true;
    marker.p_WM = Vector2{nan, infinity};
    frame.markers[0].covariance(1, 1) = nan;
  };
  for (int i = 0; i < 200; ++i) {
    run.cycle();
    ASSERT_TRUE(run.estimate.valid);
    ASSERT_LT(run.hand_error(), 2e-3) << i;
  }
}

TEST(EstimateState, RecoversFromAbsurdReadings) {
  for (const double absurd : {1e9, 1e200, 1e308}) {
    EstimatedRun run(kUsualNoise);
    run.run(1.0);
    run.spoil_feedback = [&](JointFeedback& feedback) { feedback.rates.setConstant(absurd); };
    run.run(0.05);
    run.spoil_feedback = nullptr;
    run.run(1.0);
    EXPECT_TRUE(run.estimate.valid) << absurd;
    EXPECT_LT(run.hand_error(), 1e-3) << absurd;
  }
}

TEST(EstimateState, IsInvalidBeforeTheFirstFrameAndWhenLost) {
  EstimatedRun run;
  run.spoil_frame = [](MarkerFrame& frame) { hide(frame, {0, 1, 2, 3}); };
  run.run(0.2);
  EXPECT_FALSE(run.estimate.valid);
  EXPECT_FALSE(predict_markers(run.setup, run.state, run.estimate).markers[0].known);
  run.spoil_frame = nullptr;
  run.run(0.5);
  EXPECT_TRUE(run.estimate.valid);
  run.spoil_frame = [](MarkerFrame& frame) { hide(frame, {0, 1, 2, 3}); };
  run.run(2.9);
  EXPECT_TRUE(run.estimate.valid);
  run.run(0.3);
  EXPECT_FALSE(run.estimate.valid);
  run.spoil_frame = nullptr;
  run.run(0.7);
  EXPECT_TRUE(run.estimate.valid);
  EXPECT_LT(run.hand_error(), 1e-3);
}

TEST(EstimateState, TellsTheVisionTheJointsBeforeItKnowsThePose) {
  EstimatedRun run;
  run.spoil_frame = [](MarkerFrame& frame) { hide(frame, {0, 1, 2, 3}); };
  run.cycle();
  const MarkerPrediction prediction = predict_markers(run.setup, run.state, run.estimate);
  EXPECT_EQ(prediction.joints, run.truth.joints);
  EXPECT_EQ(prediction.joint_sigma, run.setup.unloaded.config.pot_sigma);
  EXPECT_EQ(predict_markers(run.setup, EstimatorState{}, StateEstimate{}).joints.size(), 0);
}

TEST(EstimateState, PredictsWhereLedsWillBe) {
  EstimatedRun run;
  run.setup.unloaded.config.actuation_delay = std::chrono::milliseconds(20);
  run.run(3.0);
  const MarkerPrediction prediction = predict_markers(run.setup, run.state, run.estimate);
  const MarkerFrame before = run.truth.frame();
  run.truth.advance(prediction.at - run.truth.now);
  const MarkerFrame then = run.truth.frame();
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(prediction.markers[i].known);
    EXPECT_LT((prediction.markers[i].p_WM - then.markers[i].p_WM).norm(), 5e-5);
    const Vector2 slope = (then.markers[i].p_WM - before.markers[i].p_WM) / 0.02;
    EXPECT_LT((prediction.markers[i].v_WM - slope).norm(), 0.02);
  }
  EXPECT_FALSE(prediction.markers[4].known);  // no target was seen
}

TEST(EstimateState, PredictsNoPlaceByRatesBeyondAllNumbers) {
  EstimatedRun run;
  run.run(1.0);
  StateEstimate absurd = run.estimate;
  absurd.robot.joint_rates[1] = std::numeric_limits<double>::infinity();
  const MarkerPrediction prediction = predict_markers(run.setup, run.state, absurd);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_FALSE(prediction.markers[i].known) << i;
}

/// One that is off its length, though near enough to be its own; and one at its length and far off.
TEST(EstimateState, SaysWhichLedsContradictAndForHowLong) {
  const auto longer = [](const Vector2& link) { return Vector2{0.012 * link.normalized()}; };
  const auto turned = [](const Vector2& link) { return Vector2{rotate(0.3, link) - link}; };
  for (const auto& move : {std::function<Vector2(const Vector2&)>(longer), {turned}}) {
    EstimatedRun run;
    run.run(1.0);
    EXPECT_EQ(run.estimate.contradicted_markers, 0u);
    run.spoil_frame = [&](MarkerFrame& frame) {
      frame.markers[3].p_WM += move(frame.markers[3].p_WM - frame.markers[2].p_WM);
    };
    run.cycle();
    EXPECT_EQ(run.estimate.contradicted_markers, 0b1000u);
    const Time begin = run.state.robot.at;
    run.run(0.05);
    EXPECT_EQ(run.estimate.contradicted_markers, 0b1000u);
    EXPECT_EQ(run.estimate.contradicted_for, run.state.robot.at - begin);
    EXPECT_GE(run.estimate.contradicted_for, std::chrono::milliseconds(50));
    run.spoil_frame = nullptr;
    run.cycle();
    EXPECT_EQ(run.estimate.contradicted_markers, 0u);
    EXPECT_EQ(run.estimate.contradicted_for, Duration{});
  }
}

TEST(EstimateState, FindsTheMomentumAnewWhenTheGripperHolds) {
  EstimatedRun run(kUsualNoise);
  run.spoil_frame = [](MarkerFrame& frame) {
    frame.markers[4].seen = true;
    frame.markers[4].p_WM = {0.5, 0.5};
    frame.markers[4].covariance = 1e-8 * Matrix2::Identity();
  };
  run.run(2.0);
  EXPECT_LT((run.estimate.target.p_WT - Vector2{0.5, 0.5}).norm(), 1e-4);
  // The target brings momentum of its own.
  run.truth.change_masses(with_payload(led_robot(), 1.0, 0.005, Vector2::Zero()), {-0.03, 0.02}, 0.06);
  run.holding = true;
  for (int i = 0; i < 200; ++i) {
    run.cycle();
    ASSERT_LT(run.hand_error(), 2e-3) << i;
  }
  EXPECT_TRUE(run.estimate.valid);
  EXPECT_LT((run.estimate.linear_momentum - run.truth.model().total_mass() * run.truth.v_WG).norm(), 0.01);
  EXPECT_NEAR(run.estimate.angular_momentum, run.truth.momentum, 1e-3);
  EXPECT_EQ(run.estimate.target.p_WT, run.estimate.p_WE);
  // Let go again: the target is to be looked for where it is.
  run.holding = false;
  run.truth.change_masses(led_robot(), {0.01, 0.0}, -0.02);
  run.run(2.0);
  EXPECT_NEAR(run.estimate.angular_momentum, -0.02, 1e-3);
  EXPECT_LT((run.estimate.target.p_WT - Vector2{0.5, 0.5}).norm(), 1e-4);
}

}  // namespace
}  // namespace freefloat
