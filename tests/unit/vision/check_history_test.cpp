#include "vision/check_history.h"

#include <gtest/gtest.h>

#include <functional>

#include "unit/vision/followed_leds.h"

namespace freefloat {
namespace {

/// They drift along x, a picture every 20 ms.
class SpotHistories : public FollowedLeds {
 protected:
  /// @param tip What is seen in the tip's place. @return Labels as a search by lengths finds them now.
  Labels follow(int pictures, const std::function<Vector2(int, const Vector2&)>& tip) {
    for (int i = 0; i < pictures; ++i) {
      now_ += std::chrono::milliseconds(20);
      const SceneSamples samples =
          make_test_scene({0.1 + 0.002 * i, -0.2}, 0.4, Vector2{0.7, -1.2}, {0.0, 0.0});
      show(samples, tip(pictures - 1 - i, samples.leds[kTip].p_WM[0]));
      if (i < pictures - 1) follow_spots(*mapped_, kPlane, {}, now_, memory_, followed_);
    }
    Labels labels = no_labels();
    for (int led = 0; led < 4; ++led) labels[led] = led;
    return labels;
  }

  void drop(Labels& labels) {
    drop_contradicted_by_history(scene_, *mapped_, kPlane, now_, 0.006, memory_, labels);
  }
};

TEST_F(SpotHistories, WhatHasMovedWithTheRobotIsBelieved) {
  Labels labels = follow(30, [](int, const Vector2& place) { return place; });
  const Labels found = labels;
  drop(labels);
  EXPECT_EQ(labels, found);
  for (int led = 0; led < 4; ++led) EXPECT_FALSE(is_known_not_to_be(led)) << led;
}

/// The tip is dark, and the target passes where it would be.
TEST_F(SpotHistories, WhatOnlyPassesWhereTheTipIsIsNotTheTip) {
  Labels labels = follow(30, [](int ago, const Vector2& place) {
    return Vector2(place + ago * Vector2{0.0, -0.003});
  });
  drop(labels);
  EXPECT_EQ(labels[kTip], kNoBlob);
  for (const int led : {0, 1, 2}) EXPECT_EQ(labels[led], led);
  EXPECT_TRUE(is_known_not_to_be(kTip)) << "nor is it a little later";
}

/// The robot drifts by 58 mm; what stands was at the tip's length when it came, and is now.
TEST_F(SpotHistories, WhatIsLeftBehindIsNoLed) {
  const auto stand = [](int, const Vector2&) { return Vector2{0.6, 0.1}; };
  Labels labels = follow(30, stand);
  drop_left_behind(scene_, *mapped_, kPlane, now_, memory_, labels);
  EXPECT_EQ(labels[kTip], kNoBlob);
  for (const int led : {0, 1, 2}) EXPECT_EQ(labels[led], led);
  EXPECT_TRUE(is_known_not_to_be(kTip));
}

TEST_F(SpotHistories, WhatGoesAlongOrHasNotStoodForLongIsNotLeftBehind) {
  Labels labels = follow(30, [](int, const Vector2& place) { return place; });
  Labels found = labels;
  drop_left_behind(scene_, *mapped_, kPlane, now_, memory_, labels);
  EXPECT_EQ(labels, found);
  memory_ = {};
  labels = follow(12, [](int, const Vector2&) { return Vector2{0.6, 0.1}; });
  found = labels;
  drop_left_behind(scene_, *mapped_, kPlane, now_, memory_, labels);
  EXPECT_EQ(labels, found) << "22 mm";
}

/// The robot comes by where something has stood for longer than it was followed.
TEST_F(SpotHistories, WhatStandsIsHeldAgainstThoseThatCameLater) {
  const auto robot_at = [](double x) {
    return make_test_scene({x, -0.2}, 0.4, Vector2{0.7, -1.2}, {0.0, 0.0});
  };
  const Vector2 stands = robot_at(0.1 + 0.002 * 29).leds[kTip].p_WM[0];
  for (int i = 0; i < 10; ++i) {
    now_ += std::chrono::milliseconds(20);
    show(robot_at(-0.6), stands);
    follow_spots(*mapped_, kPlane, {}, now_, memory_, followed_);
  }
  Labels labels = follow(30, [&](int, const Vector2&) { return stands; });
  drop(labels);
  EXPECT_EQ(labels[kTip], kNoBlob);
  for (const int led : {0, 1, 2}) EXPECT_EQ(labels[led], led);
}

TEST_F(SpotHistories, AShortOneSaysNothing) {
  Labels labels = follow(6, [](int ago, const Vector2& place) {
    return Vector2(place + ago * Vector2{0.0, -0.003});
  });
  drop(labels);
  EXPECT_EQ(labels[kTip], kTip);
}

/// Tail and joint 1 alone: either may be the one that passes.
TEST_F(SpotHistories, OfTwoNeitherIsBelieved) {
  Labels labels = follow(30, [](int ago, const Vector2& place) {
    return Vector2(place + ago * Vector2{0.0, -0.003});
  });
  labels[0] = labels[1] = kNoBlob;
  drop(labels);
  EXPECT_EQ(labels, no_labels());
  EXPECT_FALSE(is_known_not_to_be(kTip));
}

}  // namespace
}  // namespace freefloat
