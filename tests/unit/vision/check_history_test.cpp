#include "vision/check_history.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "unit/vision/test_scene.h"

namespace freefloat {
namespace {

/// The test robot's four LEDs as they drift along x, blobs 0 to 3, every 20 ms.
class SpotHistories : public testing::Test {
 protected:
  static constexpr int kPlane = 4;  // the target's
  static constexpr int kTip = 3;

  /// @param tip What is seen in the tip's place. @return Labels as a search by lengths finds them now.
  Labels follow(int pictures, const std::function<Vector2(int, const Vector2&)>& tip) {
    for (int i = 0; i < pictures; ++i) {
      now_ += std::chrono::milliseconds(20);
      const SceneSamples samples =
          make_test_scene({0.1 + 0.002 * i, -0.2}, 0.4, Vector2{0.7, -1.2}, {0.0, 0.0});
      mapped_->count = 4;
      for (std::size_t led = 0; led < 4; ++led) {
        Vector2 place = samples.leds[led].p_WM[0];
        if (led == kTip) place = tip(pictures - 1 - i, place);
        for (auto& plane : mapped_->positions) plane[led] = place;
      }
      if (i < pictures - 1) follow_spots(*mapped_, kPlane, {}, now_, memory_, followed_);
    }
    Labels labels = no_labels();
    for (int led = 0; led < 4; ++led) labels[static_cast<std::size_t>(led)] = led;
    return labels;
  }

  void drop(Labels& labels) {
    drop_contradicted_by_history(scene_, *mapped_, kPlane, now_, 0.006, memory_, labels);
  }

  bool is_known_not_to_be(int led) const {
    const int spot = find_followed(memory_, mapped_->at(kPlane, led), now_);
    return spot >= 0 && (memory_.spots[spot].beside_leds >> led & 1) != 0;
  }

  const MarkerScene scene_ = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  std::unique_ptr<MappedBlobs> mapped_ = std::make_unique<MappedBlobs>();
  SpotMemory memory_;
  FollowedBlobs followed_{};
  Time now_{};
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
  for (const int led : {0, 1, 2}) EXPECT_EQ(labels[static_cast<std::size_t>(led)], led);
  EXPECT_TRUE(is_known_not_to_be(kTip)) << "nor is it a little later";
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
