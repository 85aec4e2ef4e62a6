#include "vision/unseen_leds.h"

#include <gtest/gtest.h>

#include <functional>

#include "unit/vision/followed_leds.h"
#include "vision/check_joints.h"

namespace freefloat {
namespace {

/// The robot rests and turns its second joint by a hundredth of a radian each 10 ms; its tip is dark.
class UnseenTip : public FollowedLeds {
 protected:
  /// @param spot What is seen beside the other LEDs, in each picture. @param off Error of the angles told.
  void turn(int pictures, const std::function<Vector2(int)>& spot, const Vector2& off = Vector2::Zero()) {
    for (int i = 0; i < pictures; ++i) {
      now_ += std::chrono::milliseconds(10);
      show(robot_after(i), spot(i));
      Labels labels = no_labels();
      KnownBlobs known;
      for (int led = 0; led < kTip; ++led) {
        labels[led] = led;
        known.leds[led] = true;
      }
      follow_spots(*mapped_, kPlane, known, now_, memory_, followed_);
      const JointVector told = joints_after(i) + off;
      note_unseen_leds(scene_, *mapped_, labels, {told, 0.003, 0.006}, now_, memory_);
    }
  }

  static Vector2 joints_after(int pictures) { return {0.7, -1.2 + 0.01 * pictures}; }
  static SceneSamples robot_after(int pictures) {
    return make_test_scene({0.1, -0.2}, 0.4, joints_after(pictures), {0.0, 0.0});
  }
  static Vector2 tip_after(int pictures) { return robot_after(pictures).leds[kTip].p_WM[0]; }
};

TEST_F(UnseenTip, IsNotWhatStandsWhereItPasses) {
  turn(20, [](int) { return tip_after(20); });
  EXPECT_TRUE(is_known_not_to_be(kTip));
  EXPECT_FALSE(is_known_not_to_be(2)) << "which is seen";
}

/// An angle that is told wrong by a centimetre at the tip changes as the true one does.
TEST_F(UnseenTip, NeedsNoPotentiometerThatIsTrue) {
  turn(20, [](int) { return tip_after(20); }, {0.0, 0.05});
  EXPECT_TRUE(is_known_not_to_be(kTip));
}

TEST_F(UnseenTip, MayBeWhatMovesAsItDoes) {
  turn(20, [](int i) { return tip_after(i); });
  EXPECT_FALSE(is_known_not_to_be(kTip));
}

/// 3 mm a picture, of which the noise of the angles hides 18 mm.
TEST_F(UnseenTip, MayBeWhatWasFoundALittleAgo) {
  turn(5, [](int) { return tip_after(5); });
  EXPECT_FALSE(is_known_not_to_be(kTip));
}

/// What comes when the tip has been under way for long is held against the way from there on.
TEST_F(UnseenTip, WasPerhapsElsewhereBeforeASpotCame) {
  turn(20, [](int i) { return i < 16 ? Vector2{0.8, 0.8} : tip_after(20); });
  EXPECT_FALSE(is_known_not_to_be(kTip));
}

/// A spot was there, vanished, and what is there now may be the tip as well.
TEST_F(UnseenTip, MayBeWhereSomethingVanishedBeforeItWasMissed) {
  const Vector2 place = tip_after(20);
  memory_.spots[memory_.count++] = {
      .first = place, .last = place, .last_time = now_ + std::chrono::milliseconds(5), .sightings = 3};
  turn(20, [](int) { return Vector2{0.8, 0.8}; });
  EXPECT_EQ(memory_.spots[0].first, place);
  EXPECT_EQ(memory_.spots[0].beside_leds, 0);
}

TEST_F(UnseenTip, IsNowhereWithoutTheSatellite) {
  JointVector none;
  turn(1, [](int) { return tip_after(20); });
  memory_.unseen = {};
  note_unseen_leds(scene_, *mapped_, no_labels(), {none, 0.003, 0.006}, now_, memory_);
  for (const UnseenLed& led : memory_.unseen) EXPECT_FALSE(led.known);
}

}  // namespace
}  // namespace freefloat
