// Places that a tracker tells without names: which LED each is, from the first one on and in motion; no
// guess.
#include "vision/label_spots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "types/angle.h"
#include "unit/vision/test_scene.h"

namespace freefloat {
namespace {

constexpr Duration kSpotPeriod = std::chrono::milliseconds(10);

class SpotLabelerTest : public testing::Test {
 protected:
  /// Where the LEDs are when the robot has turned so far; the target's last.
  static std::vector<Vector2> leds_at(double attitude, const Vector2& joints) {
    const SceneSamples scene = make_test_scene({0.1, -0.1}, attitude, joints, {-0.3, 0.4});
    std::vector<Vector2> places;
    for (int i = 0; i < scene.led_count; ++i) {
      places.push_back(scene.leds[i].p_WM[0]);
    }
    return places;
  }

  /// One picture of the LEDs in another order each time.
  /// @param hidden LED that is not told.
  Labels see(const std::vector<Vector2>& leds, const MarkerPrediction& prediction, int hidden = -1) {
    order_.clear();
    for (int i = 0; i < static_cast<int>(leds.size()); ++i) {
      if (i != hidden) order_.push_back(i);
    }
    std::shuffle(order_.begin(), order_.end(), random_);
    std::vector<Vector2> places;
    for (const int led : order_) places.push_back(leds[led]);
    for (const Vector2& extra : extra_) places.push_back(extra);
    now_ += kSpotPeriod;
    return labeler_.label(places, now_, prediction);
  }

  /// @return Whether LED `led` was found and is the right one.
  bool is_right(const Labels& labels, int led) const {
    const int spot = labels[led];
    return spot != kNoBlob && spot < static_cast<int>(order_.size()) && order_[spot] == led;
  }

  MarkerPrediction with_joints(const Vector2& joints) const {
    MarkerPrediction prediction;
    prediction.at = now_;
    prediction.joints = joints;
    prediction.joint_sigma = 0.01;
    return prediction;
  }

  /// The same with all LEDs where they are expected, but for the tip.
  MarkerPrediction without_tip(const std::vector<Vector2>& leds, const Vector2& joints) const {
    MarkerPrediction prediction = with_joints(joints);
    for (const std::size_t led : {0, 1, 2, 4})
      prediction.markers[led] = {true, leds[led], Vector2::Zero(), 0.001};
    return prediction;
  }

  /// The tip comes back. @param told Angles that the potentiometers tell, rad.
  void expect_tip_when_seen_twice(const Vector2& told) {
    const auto leds = leds_at(0.7, {0.5, -0.9});
    for (int i = 0; i < 5; ++i) see(leds, without_tip(leds, told), 3);
    EXPECT_EQ(see(leds, without_tip(leds, told))[3], kNoBlob) << "it may be glare";
    EXPECT_TRUE(is_right(see(leds, without_tip(leds, told)), 3));
  }

  std::mt19937 random_{3};
  std::vector<int> order_;
  std::vector<Vector2> extra_;
  Time now_{};
  SpotLabeler labeler_{VisionConfig{}, make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.22)};
};

TEST_F(SpotLabelerTest, FindsTheRobotAtOnceAndTheTargetSoonAfter) {
  const Vector2 joints(0.5, -0.9);
  const auto leds = leds_at(0.7, joints);
  Labels labels = see(leds, with_joints(joints));
  for (int led = 0; led < 4; ++led) EXPECT_TRUE(is_right(labels, led)) << led;
  bool found = false;
  for (int i = 0; i < 60; ++i) {
    labels = see(leds, with_joints(joints));
    if (labels[4] == kNoBlob) continue;
    found = true;
    EXPECT_TRUE(is_right(labels, 4));
  }
  EXPECT_TRUE(found);
}

TEST_F(SpotLabelerTest, FollowsByThePredictionWhatTheLengthsDoNotTell) {
  const Vector2 joints(0.5, -0.9);
  const auto leds = leds_at(0.7, joints);
  MarkerPrediction prediction = with_joints(joints);
  for (std::size_t i = 0; i < leds.size(); ++i) {
    prediction.markers[i].known = true;
    prediction.markers[i].p_WM = leds[i] + Vector2(0.001, -0.001);
    prediction.markers[i].sigma = 0.001;
  }
  prediction.at = now_ + kSpotPeriod;
  const Labels labels = see(leds, prediction, 2);
  for (const int led : {0, 1, 3, 4}) EXPECT_TRUE(is_right(labels, led)) << led;
  EXPECT_EQ(labels[2], kNoBlob);
}

TEST_F(SpotLabelerTest, TwoSpotsAboutEquallyNearAreNoGuess) {
  const Vector2 joints(0.5, -0.9);
  const auto leds = leds_at(0.7, joints);
  MarkerPrediction prediction = with_joints(joints);
  for (std::size_t i = 0; i < leds.size(); ++i) {
    prediction.markers[i].known = true;
    prediction.markers[i].p_WM = leds[i];
    prediction.markers[i].sigma = 0.001;
  }
  prediction.markers[4].p_WM = leds[4] + Vector2(0.001, 0.0);
  extra_ = {leds[4] + Vector2(0.002, 0.0)};
  prediction.at = now_ + kSpotPeriod;
  const Labels labels = see(leds, prediction);
  EXPECT_EQ(labels[4], kNoBlob);
  EXPECT_TRUE(is_right(labels, 0));
}

TEST_F(SpotLabelerTest, WhatComesBackBesideOthersIsNotBelievedAtOnce) {
  expect_tip_when_seen_twice({0.5, -0.9});
}

TEST_F(SpotLabelerTest, ATipThatComesBackAndStaysIsFoundThoughAnAngleIsWrong) {
  expect_tip_when_seen_twice({1.0, -0.9});
}

TEST_F(SpotLabelerTest, GlareAtTheTipsLengthIsNotTheTip) {
  const Vector2 joints(0.5, -0.9);
  const auto leds = leds_at(0.7, joints);
  for (int i = 0; i < 5; ++i) see(leds, without_tip(leds, joints), 3);
  extra_ = {leds[2] + rotate(0.13, leds[3] - leds[2])};
  EXPECT_EQ(see(leds, without_tip(leds, joints), 3)[3], kNoBlob);
}

TEST_F(SpotLabelerTest, NothingIsFoundInNothing) {
  const Labels labels = labeler_.label({}, now_, {});
  EXPECT_EQ(labels, no_labels());
}

TEST_F(SpotLabelerTest, SeveralTargetsAreToldApartByTheirFigures) {
  const std::vector<Vector2> left{{0.0, 0.0}, {0.09, 0.0}, {0.0, 0.12}};
  const std::vector<Vector2> right{{0.0, 0.0}, {0.15, 0.0}, {0.05, 0.06}};
  MarkerScene scene = make_marker_scene(make_test_robot(), left, 0.22);
  add_target(right, 0.22, scene);
  labeler_ = SpotLabeler(VisionConfig{}, scene);
  const Vector2 joints(0.5, -0.9);
  auto leds = leds_at(0.7, joints);
  leds.pop_back();
  for (const Vector2& led : left) leds.push_back(Vector2(-0.6, 0.5) + rotate(0.4, led));
  for (const Vector2& led : right) leds.push_back(Vector2(0.7, -0.6) + rotate(-1.1, led));
  const Labels labels = see(leds, with_joints(joints));
  for (int led = 0; led < static_cast<int>(leds.size()); ++led) EXPECT_TRUE(is_right(labels, led)) << led;
}

}  // namespace
}  // namespace freefloat
