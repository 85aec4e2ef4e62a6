// A target that a tracker of its own tells: its frames count at their own times, the robot's pictures tell
// nothing of it.
#include "estimation/target_source.h"

#include <gtest/gtest.h>

#include "unit/estimation/estimated_run.h"

namespace freefloat {
namespace {

constexpr Duration kOld = std::chrono::milliseconds(40);  // frames of the target's tracker, the robot's 20 ms
const Vector2 kStart{0.4, 0.3};
const Vector2 kVelocity{0.08, -0.03};

class TargetSource : public testing::Test {
 protected:
  TargetSource() : robot_leds_(run_.setup.unloaded.markers.size()) {
    run_.setup.target_apart = true;
    run_.frame_delay = std::chrono::milliseconds(20);
    run_.spoil_frame = [this](MarkerFrame& frame) {
      // What a camera would take for the target's LED is not looked at.
      MarkerMeasurement& marker = frame.markers[robot_leds_];
      marker.seen = true;
      marker.p_WM = {-0.5, -0.5};
      marker.covariance = 1e-8 * Matrix2::Identity();
    };
  }

  static Vector2 target_at(Time time) { return kStart + to_seconds(time.time_since_epoch()) * kVelocity; }

  MarkerFrame frame_of(Time captured, const Vector2& off = Vector2::Zero()) const {
    MarkerFrame frame;
    frame.capture_time = captured;
    frame.marker_count = static_cast<int>(robot_leds_) + 1;
    MarkerMeasurement& marker = frame.markers[robot_leds_];
    marker.seen = true;
    marker.p_WM = target_at(captured) + off;
    marker.covariance = 1e-8 * Matrix2::Identity();
    return frame;
  }

  void take(Time now, const MarkerFrame& frame) {
    take_target_frame(run_.setup, now, frame, watch_, run_.state);
  }

  /// Cycles with a frame each. @param off By how much the tracker is wrong, m.
  void watch(int cycles, const Vector2& off = Vector2::Zero()) {
    for (int i = 0; i < cycles; ++i) {
      const Time now = run_.truth.now + EstimatedRun::kPeriod;
      if (now - kOld > Time{}) take(now, frame_of(now - kOld, off));
      run_.cycle();
      tell_contradiction(watch_, now, run_.estimate);
    }
  }

  EstimatedRun run_;
  TargetSourceWatch watch_;
  std::size_t robot_leds_;
};

TEST_F(TargetSource, CountsAtItsOwnTimes) {
  watch(200);
  const TargetEstimate& target = run_.estimate.target;
  ASSERT_TRUE(target.valid);
  EXPECT_LT((target.p_WT - target_at(run_.estimate.at)).norm(), 2e-4);
  EXPECT_LT((target.v_WT - kVelocity).norm(), 2e-3);
  EXPECT_EQ(target.since_seen, kOld);
  EXPECT_LT(run_.hand_error(), 1e-3);
  EXPECT_EQ(run_.estimate.contradicted_markers, 0u);
}

TEST_F(TargetSource, PicturesOfTheRobotTellNothingOfTheTarget) {
  run_.run(1.0);
  EXPECT_TRUE(run_.estimate.valid);
  EXPECT_FALSE(run_.estimate.target.valid);
}

TEST_F(TargetSource, FramesThatCannotBeAreIgnored) {
  watch(100);
  const Time now = run_.truth.now;
  const Time newest = watch_.newest;
  const TargetFilterState before = run_.state.target;
  take(now, frame_of(newest, {0.001, 0.0}));                                 // twice
  take(now, frame_of(newest - std::chrono::milliseconds(1), {0.001, 0.0}));  // overtaken
  take(now, frame_of(now + std::chrono::milliseconds(1), {0.001, 0.0}));     // of the future
  const Time late = now + std::chrono::seconds(1);
  take(late, frame_of(late - std::chrono::milliseconds(251), {0.001, 0.0}));  // too old
  EXPECT_EQ(watch_.newest, newest);
  EXPECT_EQ(run_.state.target.at, before.at);
  EXPECT_EQ(run_.state.target.p_WT, before.p_WT);
  take(late, frame_of(late - std::chrono::milliseconds(249)));
  EXPECT_GT(watch_.newest, newest);
}

TEST_F(TargetSource, JumpContradictsUntilItIsBelievedOrOver) {
  watch(200);
  watch(20, {0.05, 0.0});
  EXPECT_EQ(run_.estimate.contradicted_markers, 1u << robot_leds_);
  EXPECT_NEAR(to_seconds(run_.estimate.contradicted_for), 0.19, 0.011);
  watch(1);
  EXPECT_EQ(run_.estimate.contradicted_markers, 0u);
  watch(5, {0.05, 0.0});
  EXPECT_NE(run_.estimate.contradicted_markers, 0u);
  // One that is silent since contradicts no longer.
  for (int i = 0; i < 120; ++i) {
    run_.cycle();
    tell_contradiction(watch_, run_.truth.now, run_.estimate);
  }
  EXPECT_EQ(run_.estimate.contradicted_markers, 0u);
}

TEST_F(TargetSource, WhatTheHandHoldsIsNotLookedFor) {
  watch(100);
  run_.holding = true;
  run_.cycle();
  const Time newest = watch_.newest;
  watch(10);
  EXPECT_EQ(watch_.newest, newest);
}

}  // namespace
}  // namespace freefloat
