#include "vision/label_markers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <random>

#include "types/angle.h"
#include "unit/vision/test_picture.h"
#include "unit/vision/test_scene.h"
#include "vision/acquire_markers.h"

namespace freefloat {
namespace {

constexpr double kNoise = 1e-4;  // m

/// Spots on the table, LED i of the scene as blob `blob_of[i]`, in mixed order.
class Spots {
 public:
  Spots(const MarkerScene& scene, std::uint64_t seed) : scene_(scene), random_(seed) {
    mapped->count = 0;
    for (int m = 0; m < scene.count(); ++m) mapped->plane[m] = 0;
    blob_of = no_labels();
  }

  void add_led(int marker, const Vector2& p) { blob_of[static_cast<std::size_t>(marker)] = add(p, 100.0); }
  void add_glare(double flux = 100.0) { add({uniform(-0.9, 0.9), uniform(-0.9, 0.9)}, flux); }

  int add(const Vector2& p, double flux) {
    const std::size_t blob = mapped->count++;
    mapped->positions[0][blob] =
        p + kNoise * Vector2{TestPicture::normal(random_), TestPicture::normal(random_)};
    mapped->flux[blob] = flux * uniform(0.8, 1.2);
    return static_cast<int>(blob);
  }

  double uniform(double low, double high) { return low + (high - low) * TestPicture::uniform(random_); }

  std::unique_ptr<MappedBlobs> mapped = std::make_unique<MappedBlobs>();
  Labels blob_of;

 private:
  const MarkerScene& scene_;
  std::mt19937_64 random_;
};

struct Tally {
  int right = 0, wrong = 0, unknown = 0;
  void count(int label, int truth) {
    if (label == kNoBlob) {
      ++unknown;
    } else {
      ++(label == truth ? right : wrong);
    }
  }
};

// Random poses of the test robot; `hidden` LEDs covered; `glare` further spots.
Tally acquire_random_scenes(int hidden, int glare, int scenes) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  Tally tally;
  std::mt19937_64 random(7);
  const auto uniform = [&random](double low, double high) {
    return low + (high - low) * TestPicture::uniform(random);
  };
  for (int k = 0; k < scenes; ++k) {
    const SceneSamples leds =
        make_test_scene({uniform(-0.3, 0.3), uniform(-0.3, 0.3)}, uniform(-kPi, kPi),
                        {uniform(-2.5, 2.5), uniform(-2.5, 2.5)}, {uniform(-0.8, 0.8), uniform(-0.8, 0.8)});
    Spots spots(scene, static_cast<std::uint64_t>(k));
    const int first_hidden = static_cast<int>(uniform(0.0, 4.0));
    for (int i = 0; i < glare / 2; ++i) spots.add_glare();
    for (int m = 0; m < 5; ++m) {
      if (hidden > 0 && m == first_hidden) continue;
      if (hidden > 1 && m == (first_hidden + 1) % 4) continue;
      spots.add_led(m, leds.leds[m].p_WM[0]);
    }
    for (int i = glare / 2; i < glare; ++i) spots.add_glare();
    const Acquisition found = acquire_robot(scene, *spots.mapped, VisionConfig{});
    for (std::size_t m = 0; m < 4; ++m) tally.count(found.labels[m], spots.blob_of[m]);
  }
  std::printf("%d hidden, %d glare: %d right, %d wrong, %d unknown\n", hidden, glare, tally.right,
              tally.wrong, tally.unknown);
  return tally;
}

TEST(AcquireMarkers, FindsAllLedsAmongGlareWithoutAGuess) {
  const Tally clear = acquire_random_scenes(0, 0, 500);
  EXPECT_EQ(clear.wrong, 0);
  EXPECT_GT(clear.right, 1960);  // in one pose of a hundred the target completes a second fit
  const Tally some = acquire_random_scenes(0, 5, 500);
  EXPECT_EQ(some.wrong, 0);
  EXPECT_GT(some.right, 1940);
  const Tally many = acquire_random_scenes(0, 30, 200);
  EXPECT_LE(many.wrong, 2);
  EXPECT_GT(many.right, 700);
}

TEST(AcquireMarkers, FindsTheOthersWhenOneIsHidden) {
  const Tally clear = acquire_random_scenes(1, 0, 500);
  EXPECT_LE(clear.wrong, 4);  // the target happens to be where the hidden LED could be
  EXPECT_GT(clear.right, 690);
  const Tally some = acquire_random_scenes(1, 5, 500);
  EXPECT_LE(some.wrong, 24);
  EXPECT_GT(some.right, 660);
}

TEST(AcquireMarkers, HardlyEverGuessesWithTwoOfFourHidden) {
  const Tally tally = acquire_random_scenes(2, 8, 200);
  EXPECT_LE(tally.wrong, 12);
}

TEST(AcquireMarkers, LeavesALedOpenThatTwoSpotsFit) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  const SceneSamples leds = make_test_scene({0.0, 0.0}, 0.0, {0.5, 0.5}, {-0.5, 0.4});
  Spots spots(scene, 1);
  for (int m = 0; m < 4; ++m) spots.add_led(m, leds.leds[m].p_WM[0]);
  const Vector2 joint2 = leds.leds[2].p_WM[0];
  const Vector2 tip = leds.leds[3].p_WM[0];
  spots.add(joint2 + rotate(1.0, Vector2(tip - joint2)), 100.0);  // a second tip at the same distance
  const Acquisition found = acquire_robot(scene, *spots.mapped, VisionConfig{});
  for (std::size_t m = 0; m < 3; ++m) EXPECT_EQ(found.labels[m], spots.blob_of[m]);
  EXPECT_EQ(found.labels[3], kNoBlob);
}

// Joint 2 as far from the tail as from joint 1: with these two exchanged all lengths hold as well.
class AmbiguousPosture : public testing::Test {
 protected:
  AmbiguousPosture() {
    for (int m = 0; m < 5; ++m) spots_.add_led(m, leds_.leds[m].p_WM[0]);
  }

  Acquisition acquire(const JointVector& joints) const {
    return acquire_robot(scene_, *spots_.mapped, VisionConfig{}, joints, 3e-3);
  }

  const Vector2 joints_{std::acos(-0.14 / 0.34), 0.7};
  const SceneSamples leds_ = make_test_scene({0.1, -0.2}, 0.9, joints_, {-0.5, 0.4});
  const MarkerScene scene_ = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  Spots spots_{scene_, 1};
};

TEST_F(AmbiguousPosture, StaysOpenWithoutPotentiometers) {
  const Acquisition found = acquire({});
  EXPECT_EQ(found.labels[0], kNoBlob);
  EXPECT_EQ(found.labels[1], kNoBlob);
  EXPECT_EQ(found.labels[2], spots_.blob_of[2]);
  EXPECT_EQ(found.labels[3], spots_.blob_of[3]);
}

TEST_F(AmbiguousPosture, IsResolvedByPotentiometers) {
  // Some turns off and with the motion between reading and picture.
  const Acquisition found = acquire(joints_ + Vector2{2.0 * kPi + 0.1, -0.1});
  for (std::size_t m = 0; m < 4; ++m) EXPECT_EQ(found.labels[m], spots_.blob_of[m]);
}

TEST_F(AmbiguousPosture, StaysOpenWithPotentiometersThatFitNeitherAssignment) {
  EXPECT_EQ(acquire(joints_ + Vector2{0.5, 0.0}).labels, acquire({}).labels);
  EXPECT_EQ(acquire(JointVector::Zero(3)).labels, acquire({}).labels);  // not this robot's
}

TEST(AcquireMarkers, TakesLedsThatContradictThePotentiometersWhenNoOthersFit) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  const SceneSamples leds = make_test_scene({0.0, 0.0}, 0.0, {0.5, 0.5}, {-0.5, 0.4});
  Spots spots(scene, 1);
  for (int m = 0; m < 5; ++m) spots.add_led(m, leds.leds[m].p_WM[0]);
  const Acquisition found = acquire_robot(scene, *spots.mapped, VisionConfig{}, Vector2{1.5, 0.5}, 3e-3);
  for (std::size_t m = 0; m < 4; ++m) EXPECT_EQ(found.labels[m], spots.blob_of[m]);
}

TEST(AcquireMarkers, TellsTailFromJointByThePotentiometersWhenTheTargetHidesAnLed) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  const Vector2 joints{-1.15, -1.0};
  const SceneSamples leds = make_test_scene({0.0, 0.0}, 0.4, joints, {-0.5, 0.4});
  Spots spots(scene, 1);
  for (const int m : {0, 1, 3}) spots.add_led(m, leds.leds[m].p_WM[0]);
  // Joint 2 and the target shine as one spot between them.
  spots.add(leds.leds[2].p_WM[0] + Vector2{0.006, 0.004}, 200.0);
  const Acquisition without = acquire_robot(scene, *spots.mapped, VisionConfig{});
  EXPECT_EQ(without.labels[0], kNoBlob);
  const Acquisition found = acquire_robot(scene, *spots.mapped, VisionConfig{}, joints, 3e-3);
  EXPECT_EQ(found.labels[0], spots.blob_of[0]);
  EXPECT_EQ(found.labels[1], spots.blob_of[1]);
  EXPECT_EQ(found.labels[2], kNoBlob);
}

TEST(AcquireMarkers, RefusesTheMirrorImageOfThreeLedsOfOneBody) {
  RobotParameters robot = make_test_robot();
  robot.markers.resize(3);
  robot.markers[0] = {"a", 0, {0.10, 0.00}, 0.2};
  robot.markers[1] = {"b", 0, {-0.10, 0.00}, 0.2};
  robot.markers[2] = {"c", 0, {-0.05, 0.10}, 0.2};
  const MarkerScene scene = make_marker_scene(robot, {}, 0.2);
  ASSERT_EQ(scene.triangles.size(), 1u);
  Spots right(scene, 1);
  Spots mirrored(scene, 1);
  for (int m = 0; m < 3; ++m) {
    const Vector2 p = robot.markers[m].position;
    right.add_led(m, p);
    mirrored.add_led(m, {p.x(), -p.y()});
  }
  const Acquisition found = acquire_robot(scene, *right.mapped, VisionConfig{});
  for (std::size_t m = 0; m < 3; ++m) EXPECT_EQ(found.labels[m], right.blob_of[m]);
  const Acquisition refused = acquire_robot(scene, *mirrored.mapped, VisionConfig{});
  EXPECT_EQ(count_rigid_lengths(scene, refused.labels), 0);
}

TEST(AcquireMarkers, KnowsWhichLengthsAreRigid) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  EXPECT_TRUE(scene.between(0, 1).rigid);
  EXPECT_NEAR(scene.between(0, 1).min, 0.28, 1e-12);
  EXPECT_TRUE(scene.between(1, 2).rigid);  // the LED on joint 1 turns with link 1, too
  EXPECT_NEAR(scene.between(1, 2).min, 0.34, 1e-12);
  EXPECT_TRUE(scene.between(2, 3).rigid);
  EXPECT_NEAR(scene.between(2, 3).min, 0.31, 1e-12);
  EXPECT_FALSE(scene.between(0, 3).rigid);
  EXPECT_NEAR(scene.between(0, 3).max, 0.28 + 0.34 + 0.31, 1e-12);
  EXPECT_NEAR(scene.between(0, 2).min, 0.06, 1e-12);
  EXPECT_EQ(scene.between(0, 4).max, std::numeric_limits<double>::infinity());
}

TEST(AcquireMarkers, DoesNotTellTwoTargetLedsFromEachOther) {
  const MarkerScene two = make_marker_scene(make_test_robot(), {Vector2::Zero(), {0.05, 0.0}}, 0.2);
  Spots spots(two, 3);
  spots.add({0.1, 0.1}, 100.0);
  spots.add({0.15, 0.1}, 100.0);
  Labels labels = no_labels();
  acquire_target(two, two.targets.front(), *spots.mapped, {}, VisionConfig{}, labels);
  EXPECT_EQ(labels[4], kNoBlob);
  EXPECT_EQ(labels[5], kNoBlob);
}

TEST(AcquireMarkers, TellsThreeTargetLedsApart) {
  const std::vector<Vector2> target{Vector2::Zero(), {0.05, 0.0}, {0.0, 0.08}};
  const MarkerScene scene = make_marker_scene(make_test_robot(), target, 0.2);
  Spots spots(scene, 3);
  for (int i = 0; i < 8; ++i) spots.add_glare();
  for (std::size_t i = 0; i < 3; ++i) {
    spots.add_led(4 + static_cast<int>(i), Vector2{0.2, 0.3} + rotate(2.0, target[i]));
  }
  Labels labels = no_labels();
  acquire_target(scene, scene.targets.front(), *spots.mapped, {}, VisionConfig{}, labels);
  for (std::size_t m = 4; m < 7; ++m) EXPECT_EQ(labels[m], spots.blob_of[m]);
}

class TrackMarkers : public testing::Test {
 protected:
  TrackMarkers() : scene_(make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2)), spots_(scene_, 5) {}

  Vector2 led(int marker) const { return leds_.leds[marker].p_WM[0]; }

  std::array<ExpectedMarker, kMaxMarkers> expect_all(double sigma = 5e-4) const {
    MarkerPrediction prediction;
    for (int m = 0; m < 5; ++m) {
      prediction.markers[m] = {true, led(m), Vector2::Zero(), sigma};
    }
    return expect_markers(prediction, Time{}, 5, config_);
  }

  VisionConfig config_;
  MarkerScene scene_;
  SceneSamples leds_ = make_test_scene({0.0, 0.1}, 0.3, {0.5, 0.5}, {-0.5, 0.4});
  Spots spots_;
};

TEST_F(TrackMarkers, LabelsWhatIsWhereItIsExpected) {
  for (int i = 0; i < 20; ++i) spots_.add_glare();
  for (int m = 4; m >= 0; --m) spots_.add_led(m, led(m));
  EXPECT_EQ(track_markers(scene_, *spots_.mapped, expect_all(), config_), spots_.blob_of);
}

TEST_F(TrackMarkers, LeavesAHiddenLedUnseen) {
  for (int m = 0; m < 5; ++m) {
    if (m != 2) spots_.add_led(m, led(m));
  }
  EXPECT_EQ(track_markers(scene_, *spots_.mapped, expect_all(), config_), spots_.blob_of);
}

TEST_F(TrackMarkers, LeavesALedUnseenThatTwoSpotsFitEquallyWell) {
  for (int m = 0; m < 5; ++m) spots_.add_led(m, led(m));
  spots_.add(led(4) + Vector2{5e-4, 0.0}, 100.0);
  spots_.blob_of[4] = kNoBlob;
  EXPECT_EQ(track_markers(scene_, *spots_.mapped, expect_all(), config_), spots_.blob_of);
}

/// What stands is always where it is expected, LED or not: an LED that moves is a little off, and no more to
/// blame.
TEST_F(TrackMarkers, OfTwoThatContradictALengthTheOneThatStandsIsNotBelieved) {
  const Vector2 aside = (led(3) - led(2)).normalized();
  for (int m = 0; m < 3; ++m) spots_.add_led(m, m == 2 ? Vector2{led(2) - 0.001 * aside} : led(m));
  spots_.add_led(3, led(3) + 0.007 * aside);
  std::array<ExpectedMarker, kMaxMarkers> expected = expect_all();
  expected[3].p_WM = spots_.mapped->at(3, spots_.blob_of[3]);
  spots_.blob_of[2] = spots_.blob_of[3] = kNoBlob;
  EXPECT_EQ(track_markers(scene_, *spots_.mapped, expected, config_), spots_.blob_of);
}

TEST_F(TrackMarkers, RefusesASpotThatStoodThereWhileTheLedWasSeenElsewhere) {
  for (int m = 0; m < 5; ++m) spots_.add_led(m, led(m));
  TrackingHints hints;
  hints.beside_leds[spots_.blob_of[1]] = 0b0010;
  hints.beside_leds[spots_.blob_of[2]] = 0b1000;  // of another LED
  spots_.blob_of[1] = kNoBlob;
  EXPECT_EQ(track_markers(scene_, *spots_.mapped, expect_all(), config_, hints), spots_.blob_of);
}

TEST_F(TrackMarkers, OfASpotThatPartedNeitherHalfIsTheLed) {
  const auto track = [this](bool second_half) {
    Spots spots(scene_, 5);
    for (int m = 0; m < 4; ++m) spots.add_led(m, led(m));
    spots.add_led(4, led(4) + Vector2{0.0028, 0.0});
    if (second_half) spots.add(led(4) - Vector2{0.006, 0.0}, 100.0);
    return track_markers(scene_, *spots.mapped, expect_all(), config_)[4] == spots.blob_of[4];
  };
  EXPECT_GT(0.0028, 0.5 * expect_all()[4].gate);
  EXPECT_TRUE(track(false));
  EXPECT_FALSE(track(true));
}

TEST_F(TrackMarkers, GivesNoSpotToTwoLeds) {
  // The target under the tip: one spot, expected half way between both.
  for (int m = 0; m < 4; ++m) spots_.add_led(m, led(m));
  auto expected = expect_all();
  expected[4].p_WM = led(3) + Vector2{3e-4, 0.0};
  spots_.blob_of[3] = kNoBlob;
  EXPECT_EQ(track_markers(scene_, *spots_.mapped, expected, config_), spots_.blob_of);
}

TEST_F(TrackMarkers, RefusesASpotThatBreaksAKnownLength) {
  for (int m = 0; m < 4; ++m) {
    if (m != 3) spots_.add_led(m, led(m));
  }
  // Glare near the hidden tip, inside a wide gate, but too far from joint 2.
  const Vector2 outward = (led(3) - led(2)).normalized();
  spots_.add(led(3) + 0.012 * outward, 100.0);
  EXPECT_EQ(track_markers(scene_, *spots_.mapped, expect_all(4e-3), config_), spots_.blob_of);
}

TEST_F(TrackMarkers, CarriesThePredictionOnToThePicture) {
  MarkerPrediction prediction;
  prediction.at = Time{std::chrono::milliseconds(100)};
  prediction.markers[0] = {true, {0.1, 0.2}, {0.5, -0.1}, 1e-3};
  prediction.markers[1] = {true, {0.1, 0.2}, {0.5, -0.1}, 0.1};
  prediction.markers[2] = {true, {std::nan(""), 0.2}, {0.5, -0.1}, 1e-3};
  prediction.markers[3] = {true, {0.1, 0.2}, {0.5, -0.1}, std::nan("")};
  const auto expected = expect_markers(prediction, Time{std::chrono::milliseconds(120)}, 5, config_);
  EXPECT_TRUE(expected[0].known);
  EXPECT_LT((expected[0].p_WM - Vector2{0.11, 0.198}).norm(), 1e-12);
  EXPECT_FALSE(expected[1].known);  // too uncertain to be worth a window
  EXPECT_FALSE(expected[2].known);
  EXPECT_FALSE(expected[3].known);
  EXPECT_FALSE(expected[4].known);
}

TEST(DropStrangers, TakesBackWhatStoodWhileItsNeighbourWent) {
  const MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  std::array<ExpectedMarker, kMaxMarkers> expected{};
  expected[2] = {.known = true, .v_WM = {0.02, 0.0}};
  TrackingHints hints;
  Labels labels = no_labels();
  labels[2] = 0;
  labels[3] = 1;
  hints.stood[1] = 0.2;  // s; the neighbour went 4 mm
  Labels kept = labels;
  drop_strangers(scene, expected, hints, kept);
  EXPECT_EQ(kept, labels);
  hints.stood[1] = 0.3;
  drop_strangers(scene, expected, hints, kept);
  EXPECT_EQ(kept[2], 0);
  EXPECT_EQ(kept[3], kNoBlob);
  // Where it is expected tracking decides.
  expected[3].known = true;
  kept = labels;
  drop_strangers(scene, expected, hints, kept);
  EXPECT_EQ(kept, labels);
}

}  // namespace
}  // namespace freefloat
