#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "unit/vision/test_scene.h"
#include "vision/label_markers.h"
#include "vision/marker_scene.h"
#include "vision/spot_memory.h"

namespace freefloat {

/// The test robot's four LEDs, blobs 0 to 3 in their order, followed from picture to picture.
class FollowedLeds : public testing::Test {
 protected:
  static constexpr int kPlane = 4;  // the target's
  static constexpr int kTip = 3;

  /// @param tip What is seen in the tip's place.
  void show(const SceneSamples& samples, const Vector2& tip) {
    mapped_->count = 4;
    for (std::size_t led = 0; led < 4; ++led) {
      const Vector2 place = led == kTip ? tip : Vector2(samples.leds[led].p_WM[0]);
      for (auto& plane : mapped_->positions) plane[led] = place;
    }
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

}  // namespace freefloat
