#include "vision/marker_motion.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

constexpr double kPeriod = 0.01;

MarkerFrame make_frame(double seconds, const Vector2& p_WM, bool seen = true) {
  MarkerFrame frame;
  frame.capture_time = Time{from_seconds(seconds)};
  frame.marker_count = 1;
  if (seen) {
    frame.markers[0].seen = true;
    frame.markers[0].p_WM = p_WM;
    frame.markers[0].covariance = Matrix2::Identity() * 9e-10;  // (0.03 mm)^2
  }
  return frame;
}

PredictedMarker predict_at(const MarkerMotion& motion, double seconds) {
  return predict_markers(motion, Time{from_seconds(seconds)}).markers[0];
}

TEST(MarkerMotion, KnowsNothingOfAnLedNeverSeen) {
  MarkerMotion motion;
  EXPECT_FALSE(predict_at(motion, 0.0).known);
  note_markers(motion, make_frame(0.0, {}, false));
  EXPECT_FALSE(predict_at(motion, kPeriod).known);
}

TEST(MarkerMotion, CarriesOnAtConstantVelocity) {
  MarkerMotion motion;
  note_markers(motion, make_frame(1.0, {0.10, 0.20}));
  note_markers(motion, make_frame(1.0 + kPeriod, {0.101, 0.198}));
  const PredictedMarker predicted = predict_at(motion, 1.0 + 3.0 * kPeriod);
  ASSERT_TRUE(predicted.known);
  EXPECT_NEAR(predicted.p_WM.x(), 0.103, 1e-12);
  EXPECT_NEAR(predicted.p_WM.y(), 0.194, 1e-12);
  EXPECT_NEAR(predicted.v_WM.x(), 0.1, 1e-9);
}

TEST(MarkerMotion, StaysInPlaceButUnsureAfterASingleSighting) {
  MarkerMotion motion;
  note_markers(motion, make_frame(0.0, {0.1, 0.2}));
  const PredictedMarker single = predict_at(motion, kPeriod);
  EXPECT_EQ(single.p_WM, (Vector2{0.1, 0.2}));
  note_markers(motion, make_frame(kPeriod, {0.1, 0.2}));
  EXPECT_GT(single.sigma, 3.0 * predict_at(motion, 2.0 * kPeriod).sigma);
}

TEST(MarkerMotion, GrowsUnsureWhileAnLedIsHiddenAndThenForgetsIt) {
  MarkerMotion motion;
  note_markers(motion, make_frame(0.0, {0.1, 0.2}));
  note_markers(motion, make_frame(kPeriod, {0.1, 0.2}));
  double last = 0.0;
  for (int picture = 2; picture < 40; ++picture) {
    const PredictedMarker predicted = predict_at(motion, picture * kPeriod);
    ASSERT_TRUE(predicted.known);
    EXPECT_GT(predicted.sigma, last);
    last = predicted.sigma;
    note_markers(motion, make_frame(picture * kPeriod, {}, false));
  }
  EXPECT_GT(last, 0.05);
  EXPECT_FALSE(predict_at(motion, 0.6).known);
}

TEST(MarkerMotion, DoesNotBelieveAJumpUntilItLasts) {
  MarkerMotion motion;
  note_markers(motion, make_frame(0.0, {0.1, 0.2}));
  note_markers(motion, make_frame(kPeriod, {0.1, 0.2}));
  note_markers(motion, make_frame(2.0 * kPeriod, {0.104, 0.2}));
  EXPECT_NEAR(predict_at(motion, 3.0 * kPeriod).p_WM.x(), 0.1, 1e-12);
  int picture = 3;
  while (picture < 100 && predict_at(motion, picture * kPeriod).p_WM.x() < 0.103) {
    note_markers(motion, make_frame(picture * kPeriod, {0.104, 0.2}));
    ++picture;
  }
  EXPECT_GT(picture, 4);
  EXPECT_LT(picture, 20);
}

TEST(MarkerMotion, StartsAnewWhenTimeGoesBackwardsOrStands) {
  MarkerMotion motion;
  note_markers(motion, make_frame(5.0, {0.1, 0.2}));
  note_markers(motion, make_frame(5.0, {0.3, 0.2}));
  const PredictedMarker predicted = predict_at(motion, 5.0 + kPeriod);
  EXPECT_EQ(predicted.v_WM, Vector2::Zero());
  EXPECT_EQ(predicted.p_WM, (Vector2{0.3, 0.2}));
  EXPECT_FALSE(predict_at(motion, 4.0).known);
}

}  // namespace
}  // namespace freefloat
