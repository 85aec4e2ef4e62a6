#include "vision/doubtful_labels.h"

#include <gtest/gtest.h>

#include <memory>

#include "unit/vision/test_scene.h"
#include "vision/doubled_spots.h"
#include "vision/merge_acquired.h"

namespace freefloat {
namespace {

constexpr double kUsualVariance = 1.6;  // pixels^2
constexpr double kUsualFlux = 1800.0;

/// The test robot's four LEDs, blobs 0 to 3 in their order, all where they are expected; more blobs may
/// follow.
class DoubtedLabels : public testing::Test {
 protected:
  DoubtedLabels() {
    const SceneSamples samples = make_test_scene({0.1, -0.2}, 0.4, joints_, {0.0, 0.0});
    for (int led = 0; led < 4; ++led) {
      const Vector2 place = samples.leds[led].p_WM[0];
      labels_[led] = add(place);
      expected_[static_cast<std::size_t>(led)] = {.known = true, .p_WM = place, .sigma = 3e-4, .gate = 0.004};
    }
  }

  /// @return The blob's index. In this robot's scene every height has its row.
  int add(const Vector2& place, double variance = kUsualVariance, double flux = kUsualFlux) {
    const int index = mapped_->count++;
    blobs_->count = mapped_->count;
    Blob& blob = blobs_->blobs[index];
    blob.shape_px = variance * Matrix2::Identity();
    blob.flux = flux;
    blob.uv_px = camera_.project(place, 0.2).value();
    for (auto& plane : mapped_->positions) plane[index] = place;
    return index;
  }

  const Vector2& place_of(int led) const { return mapped_->at(led, led); }

  /// What is left of the tip's label when it comes back at a place after a while.
  int come_back(const Vector2& place, double variance = kUsualVariance, double flux = kUsualFlux) {
    expected_[3].gate = 0.1;
    labels_[3] = add(place, variance, flux);
    drop_unlike_returned(scene_, *blobs_, *mapped_, expected_, check_, labels_, reasons_);
    return labels_[3];
  }

  const JointVector joints_ = Vector2{0.7, -1.2};
  const JointCheck check_{joints_, 3e-3, 0.006};
  const CameraModel camera_{make_test_camera()};
  const MarkerScene scene_ = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  std::unique_ptr<BlobList> blobs_ = std::make_unique<BlobList>();
  std::unique_ptr<MappedBlobs> mapped_ = std::make_unique<MappedBlobs>();
  std::array<ExpectedMarker, kMaxMarkers> expected_{};
  Labels labels_ = no_labels();
  Reasons reasons_{};
};

TEST_F(DoubtedLabels, AnLedThatComesBackAsItWentIsBelieved) {
  EXPECT_NE(come_back(place_of(3)), kNoBlob);
  EXPECT_NE(come_back(place_of(3) + Vector2{0.004, 0.004}, 1.3 * kUsualVariance, 0.5 * kUsualFlux), kNoBlob);
}

TEST_F(DoubtedLabels, NoiseOrGlareInAWideGateIsNoLed) {
  EXPECT_EQ(come_back(place_of(3), 0.4 * kUsualVariance), kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kUnlikeAnLed);
  EXPECT_EQ(come_back(place_of(3), 2.5 * kUsualVariance), kNoBlob);
  EXPECT_EQ(come_back(place_of(3), kUsualVariance, 0.3 * kUsualFlux), kNoBlob);
  EXPECT_EQ(come_back(place_of(3), kUsualVariance, 3.5 * kUsualFlux), kNoBlob);
}

/// A search finds a lamp's spot at the tip's lengths.
TEST_F(DoubtedLabels, WhatASearchFindsWithLightUnlikeTheOthersIsNoLed) {
  Labels tracked = no_labels();
  const auto find = [&](double flux) {
    labels_[3] = 3;
    blobs_->blobs[3].flux = flux * kUsualFlux;
    drop_unlike_found(scene_, *blobs_, tracked, labels_, reasons_);
    return labels_[3];
  };
  EXPECT_EQ(find(2.8), 3) << "another make of LED";
  EXPECT_EQ(find(3.5), kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kUnlikeAnLed);
  EXPECT_EQ(find(0.3), kNoBlob);
  for (const int led : {0, 1, 2}) EXPECT_EQ(labels_[led], led);
  tracked[3] = 3;
  EXPECT_EQ(find(3.5), 3) << "it was an LED before";
  tracked[3] = kNoBlob;
  labels_[0] = kNoBlob;
  labels_[1] = kNoBlob;
  EXPECT_EQ(find(3.5), 3) << "of two, which is unlike the other?";
}

TEST_F(DoubtedLabels, AFigureWithSpotsUnlikeTheOthersDoesNotOverruleWhatIsTracked) {
  Labels tracked = labels_;
  tracked[0] = kNoBlob;
  const int image = add({0.3, 0.3}, kUsualVariance, 0.3 * kUsualFlux);
  const auto find = [&](double flux) {
    blobs_->blobs[image].flux = flux * kUsualFlux;
    labels_ = no_labels();
    labels_[0] = image;
    labels_[1] = 1;
    labels_[2] = 3;
    labels_[3] = 2;
    drop_unlike_found(scene_, *blobs_, tracked, labels_, reasons_);
  };
  find(0.3);
  EXPECT_EQ(labels_, tracked);
  EXPECT_EQ(reasons_[0], Unseen::kUnlikeAnLed);
  find(0.9);
  EXPECT_EQ(labels_[0], image) << "a figure of LEDs does";
  EXPECT_EQ(labels_[2], 3);
}

TEST_F(DoubtedLabels, AnLedOfTheRobotAloneIsNotBelieved) {
  labels_[4] = add({0.5, 0.5});  // the target's
  labels_[0] = labels_[2] = kNoBlob;
  drop_lone_led(scene_, labels_, reasons_);
  EXPECT_EQ(labels_[1], 1);
  EXPECT_EQ(labels_[3], 3) << "one holds the other";
  labels_[1] = kNoBlob;
  drop_lone_led(scene_, labels_, reasons_);
  EXPECT_EQ(labels_[3], kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kNoCertainFit);
  EXPECT_EQ(labels_[4], 4) << "a target has one LED";
}

TEST_F(DoubtedLabels, WhatContradictsTheAnglesInAWideGateIsNoLed) {
  const Vector2 turned = place_of(2) + rotate(0.3, place_of(3) - place_of(2));
  EXPECT_EQ(come_back(turned), kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kWrongLength);
}

TEST_F(DoubtedLabels, WhatIsNotWhereTheAnglesPutItInAWideGateIsNoLed) {
  EXPECT_NE(come_back(place_of(3) + Vector2{0.005, 0.005}), kNoBlob);
  const Vector2 aside = place_of(3) - place_of(2);
  EXPECT_EQ(come_back(place_of(3) + 0.017 * Vector2{-aside.y(), aside.x()}.normalized()), kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kWrongLength);
}

/// The potentiometers were read up to 30 ms before.
TEST_F(DoubtedLabels, AnLedThatTurnsFastIsFartherFromWhereTheAnglesPutIt) {
  const Vector2 aside = place_of(3) - place_of(2);
  const Vector2 ahead = Vector2{-aside.y(), aside.x()}.normalized();
  expected_[3].v_WM = 0.6 * ahead;
  EXPECT_NE(come_back(place_of(3) + 0.017 * ahead), kNoBlob);
}

/// The tail's LED and a spot were one; what is expected goes with the spot now.
TEST_F(DoubtedLabels, OfTwoSpotsTheOneThatFitsTheAnglesIsTheLed) {
  const auto drop = [&] { drop_outdone(scene_, *mapped_, expected_, check_, labels_, reasons_); };
  const int led = labels_[0];
  add(place_of(0) + Vector2{0.006, -0.008});
  drop();
  EXPECT_EQ(labels_[0], led) << "the LED itself is not doubted for a spot beside it";
  labels_[0] = mapped_->count - 1;
  drop();
  EXPECT_EQ(labels_[0], kNoBlob);
  EXPECT_EQ(reasons_[0], Unseen::kTwoSpots);
  for (const int other : {1, 2, 3}) EXPECT_EQ(labels_[other], other);
}

TEST_F(DoubtedLabels, AsFarAsALabelIsOffItsRivalMayStand) {
  labels_[3] = add(place_of(3) + Vector2{0.03, 0.0});
  drop_outdone(scene_, *mapped_, expected_, check_, labels_, reasons_);
  EXPECT_EQ(labels_[3], kNoBlob);
}

TEST_F(DoubtedLabels, WithoutAnglesNoSpotOutdoesAnother) {
  labels_[0] = add(place_of(0) + Vector2{0.006, -0.008});
  const JointVector unknown;
  drop_outdone(scene_, *mapped_, expected_, {unknown, 3e-3, 0.006}, labels_, reasons_);
  EXPECT_NE(labels_[0], kNoBlob);
}

TEST_F(DoubtedLabels, ATargetThatComesBackIsConfirmedBySearches) {
  const Time at = Time{} + std::chrono::seconds(1);
  const Vector2 place{0.5, 0.5};
  expected_[4] = {.known = true, .p_WM = place, .gate = 0.03};
  const int blob = add(place);
  SpotMemory memory;
  const auto label = [&] {
    labels_[4] = blob;
    drop_unconfirmed_target(scene_, *mapped_, expected_, memory, at, labels_, reasons_);
    return labels_[4];
  };
  EXPECT_EQ(label(), kNoBlob);
  EXPECT_EQ(reasons_[4], Unseen::kNotYetConfirmed);
  memory.count = 1;
  FollowedSpot& spot = memory.spots[0];
  spot.first = spot.last = place;
  spot.first_time = spot.last_time = at - std::chrono::milliseconds(10);
  spot.sightings = 1;
  EXPECT_EQ(label(), kNoBlob);
  spot.sightings = 2;
  EXPECT_EQ(label(), blob);
  spot.sightings = 1;
  note_target(place, at - std::chrono::milliseconds(100), memory);
  EXPECT_EQ(label(), kNoBlob);
  note_target(place, at - std::chrono::milliseconds(40), memory);
  EXPECT_EQ(label(), blob) << "it was not away";
  memory.target_known = false;
  expected_[4].gate = 0.004;
  EXPECT_EQ(label(), blob) << "it was never lost";
}

TEST_F(DoubtedLabels, AnLedThatFewOthersTellIsConfirmedByASearch) {
  constexpr int kPlane = 0;
  const Time at = Time{} + std::chrono::milliseconds(10);
  SpotMemory memory;
  const auto drop = [&] {
    labels_ = no_labels();
    for (const int led : {1, 2}) labels_[led] = led;
    drop_unconfirmed_leds(scene_, *mapped_, expected_, check_, memory, kPlane, at, labels_, reasons_);
  };
  drop();
  EXPECT_EQ(labels_[2], 2) << "both are tracked";
  expected_[2].gate = 0.06;
  drop();
  EXPECT_EQ(labels_[1], 1);
  EXPECT_EQ(labels_[2], kNoBlob);
  EXPECT_EQ(reasons_[2], Unseen::kNotYetConfirmed);
  memory.spots[memory.count++] = {.first = place_of(2), .last = place_of(2), .sightings = 1};
  drop();
  EXPECT_EQ(labels_[2], 2) << "its spot was there before";
  expected_[2].v_WM = {0.2, 0.0};
  FollowedSpot& spot = memory.spots[0];
  spot.first_time -= std::chrono::milliseconds(100);
  drop();
  EXPECT_EQ(labels_[2], kNoBlob) << "it stands where the LED passes";
  spot.first -= 0.1 * expected_[2].v_WM;
  drop();
  EXPECT_EQ(labels_[2], 2) << "it has come along";
}

TEST_F(DoubtedLabels, WhatOthersTellJustThereNeedsNoSearchThatConfirmsIt) {
  const auto drop = [&] {
    drop_unconfirmed_leds(scene_, *mapped_, expected_, check_, {}, 0, Time{}, labels_, reasons_);
  };
  expected_[3].gate = 0.06;
  drop();
  EXPECT_EQ(labels_[3], 3) << "it is where two others and the angles put it";
  labels_[3] = add(place_of(3) + Vector2{0.006, 0.004});
  drop();
  EXPECT_EQ(labels_[3], kNoBlob) << "glare may stand as near to it, too";
  EXPECT_EQ(reasons_[3], Unseen::kNotYetConfirmed);
  // Found in the picture before: their velocities are not known yet.
  for (std::size_t led = 0; led < 4; ++led) expected_[led].gate = 0.06;
  labels_[3] = kNoBlob;
  drop();
  for (const int led : {0, 1, 2}) EXPECT_EQ(labels_[led], led) << "two lengths hold";
  labels_[0] = kNoBlob;
  drop();
  for (const int led : {1, 2}) EXPECT_EQ(labels_[led], kNoBlob) << "one may by chance";
}

/// A dim LED ran together with a bright spot, which is no wider for it, but has light on one side.
TEST_F(DoubtedLabels, ABrightSpotWithLightOnOneSideIsNoLed) {
  const auto drop = [&] {
    labels_[3] = 3;
    drop_doubled(camera_, scene_, *blobs_, expected_, labels_, reasons_);
    return labels_[3];
  };
  Blob& tip = blobs_->blobs[3];
  tip.skew_px = 0.3 * std::sqrt(kUsualVariance);
  EXPECT_EQ(drop(), 3) << "a shadow on one side";
  tip.flux = 2.0 * kUsualFlux;
  EXPECT_EQ(drop(), kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kTwoSpots);
}

/// A spot that nobody knew stands beside the tip: there is one that has the light of both.
TEST_F(DoubtedLabels, TheLightOfTwoLedsIsThePlaceOfNeither) {
  const auto drop = [&] {
    labels_[3] = 3;
    drop_doubled(camera_, scene_, *blobs_, expected_, labels_, reasons_);
    return labels_[3];
  };
  Blob& tip = blobs_->blobs[3];
  tip.shape_px(0, 0) = 3.0 * kUsualVariance;
  EXPECT_EQ(drop(), 3) << "wide alone: out of focus";
  tip.flux = 2.0 * kUsualFlux;
  EXPECT_EQ(drop(), kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kTwoSpots);
  for (const int led : {0, 1, 2}) EXPECT_EQ(labels_[led], led);
  tip.shape_px = kUsualVariance * Matrix2::Identity();
  EXPECT_EQ(drop(), 3) << "bright alone: another make of LED";
  // All LEDs are streaks but one.
  for (const std::size_t led : {0u, 1u, 2u}) blobs_->blobs[led].shape_px(0, 0) = 6.0 * kUsualVariance;
  tip.shape_px *= 1.8;
  tip.flux = 1.2 * kUsualFlux;
  EXPECT_EQ(drop(), kNoBlob);
  tip.shape_px(0, 0) = 6.0 * kUsualVariance;
  EXPECT_EQ(drop(), 3);
  for (const std::size_t led : {0u, 1u, 2u}) blobs_->blobs[led].shape_px(0, 0) = kUsualVariance;
  tip.flux = 2.0 * kUsualFlux;
  tip.shape_px(0, 0) = 3.0 * kUsualVariance;
  expected_[3].v_WM = {0.3, 0.0};
  EXPECT_EQ(drop(), 3) << "it draws a streak";
  expected_[3].v_WM.setZero();
  labels_[0] = labels_[1] = kNoBlob;
  EXPECT_EQ(drop(), 3) << "one other does not tell how LEDs look";
}

/// An LED that nobody expects may be a streak, but no streak has more light.
TEST_F(DoubtedLabels, OfOneThatWasNotExpectedTheLightTells) {
  const auto drop = [&] {
    labels_[3] = 3;
    drop_doubled(camera_, scene_, *blobs_, expected_, labels_, reasons_);
    return labels_[3];
  };
  expected_[3].known = false;
  Blob& tip = blobs_->blobs[3];
  tip.shape_px = Vector2{3.0 * kUsualVariance, 0.5 * kUsualVariance}.asDiagonal();
  EXPECT_EQ(drop(), 3) << "the others may be streaks as well";
  tip.flux = 2.0 * kUsualFlux;
  EXPECT_EQ(drop(), kNoBlob);
}

/// Cut off at white a spot is wider by itself, by as much as its light and its peak tell.
TEST_F(DoubtedLabels, ASaturatedSpotIsTheLightOfTwoWhereItIsWiderThanItsOwnLightMakesIt) {
  const auto drop = [&] {
    labels_[3] = 3;
    drop_doubled(camera_, scene_, *blobs_, expected_, labels_, reasons_);
    return labels_[3];
  };
  Blob& tip = blobs_->blobs[3];
  tip.saturated = true;
  tip.peak = kUsualFlux / (2.0 * kPi * kUsualVariance);  // those of the others reach white
  // A Gaussian e^2 times as high as white: 1 + 2 times the light, 1/2 (3 + 1/3) times the variance.
  tip.flux = 3.0 * kUsualFlux;
  tip.shape_px = 0.5 * (3.0 + 1.0 / 3.0) * kUsualVariance * Matrix2::Identity();
  const double usual = tip.shape_px(0, 0);
  tip.shape_px(0, 0) = 1.5 * usual;
  EXPECT_EQ(drop(), 3);
  tip.shape_px(0, 0) = 1.7 * usual;
  EXPECT_EQ(drop(), kNoBlob);
}

TEST_F(DoubtedLabels, ATargetIsNotSeenInTheLightOfTwo) {
  const int spot = add({0.5, 0.5}, kUsualVariance, 2.0 * kUsualFlux);
  expected_[4] = {.known = true, .p_WM = {0.5, 0.5}, .gate = 0.004};
  const auto drop = [&] {
    labels_[4] = spot;
    drop_doubled(camera_, scene_, *blobs_, expected_, labels_, reasons_);
    return labels_[4];
  };
  EXPECT_EQ(drop(), spot) << "bright alone: another make of LED";
  blobs_->blobs[spot].shape_px(1, 1) = 3.0 * kUsualVariance;
  EXPECT_EQ(drop(), kNoBlob);
  EXPECT_EQ(reasons_[4], Unseen::kTwoSpots);
}

/// Under the camera an LED and its image in the glass are one spot.
TEST_F(DoubtedLabels, ItsOwnMirrorImageIsNoSecondLight) {
  const auto may_be_two = [&](const Vector2& place, double light) {
    const int spot = add(place, kUsualVariance, light * kUsualFlux);
    blobs_->blobs[spot].shape_px(1, 1) = 3.0 * kUsualVariance;
    return may_be_two_spots(camera_, scene_, *blobs_, spot, labels_);
  };
  const Vector2 under = camera_.parameters().p_WC.head<2>();
  EXPECT_FALSE(may_be_two(under, 1.45));
  EXPECT_TRUE(may_be_two(under, 1.7));
  EXPECT_TRUE(may_be_two(under + Vector2{0.4, 0.0}, 1.45));
}

TEST_F(DoubtedLabels, ASpotThatIsBrightAndWideInOneDirectionMayBeTwo) {
  const int spot = add({0.5, 0.5}, kUsualVariance, 2.0 * kUsualFlux);
  const auto may_be_two = [&] { return may_be_two_spots(camera_, scene_, *blobs_, spot, labels_); };
  Blob& blob = blobs_->blobs[spot];
  EXPECT_FALSE(may_be_two()) << "bright alone: another make of LED";
  blob.shape_px(1, 1) = 3.0 * kUsualVariance;
  EXPECT_TRUE(may_be_two());
  blob.flux = kUsualFlux;
  EXPECT_FALSE(may_be_two()) << "a streak";
  blob.shape_px(0, 0) = 0.5 * kUsualVariance;
  EXPECT_TRUE(may_be_two()) << "wider in one direction and narrower in the other";
  blob.flux = 2.0 * kUsualFlux;
  labels_[0] = labels_[1] = labels_[2] = kNoBlob;
  EXPECT_FALSE(may_be_two()) << "one LED does not tell how LEDs look";
}

TEST_F(DoubtedLabels, ASpotWithLightOnOneSideMayBeTwo) {
  const int spot = add({0.5, 0.5}, kUsualVariance, 5.0 * kUsualFlux);
  const auto may_be_two = [&] { return may_be_two_spots(camera_, scene_, *blobs_, spot, labels_); };
  Blob& blob = blobs_->blobs[spot];
  const double width = std::sqrt(kUsualVariance);
  blob.skew_px = 0.15 * width;
  EXPECT_FALSE(may_be_two());
  blob.skew_px = 0.25 * width;
  EXPECT_TRUE(may_be_two());
  blob.saturated = true;
  blob.peak = blob.flux / (2.0 * kPi * kUsualVariance);
  EXPECT_FALSE(may_be_two()) << "its Gaussian is fitted to what is below the top";
  blob.saturated = false;
  for (int m = 0; m < 4; ++m) blobs_->blobs[labels_[m]].skew_px = 0.2 * width;
  EXPECT_FALSE(may_be_two()) << "noise makes all of them so";
}

TEST_F(DoubtedLabels, LightThatNoGaussianHoldsIsNoLed) {
  const auto drop = [&] {
    labels_[3] = 3;
    drop_doubled(camera_, scene_, *blobs_, expected_, labels_, reasons_);
    EXPECT_EQ(may_be_two_spots(camera_, scene_, *blobs_, 3, labels_), labels_[3] == kNoBlob);
    return labels_[3];
  };
  Blob& tip = blobs_->blobs[3];
  EXPECT_EQ(drop(), 3);
  tip.uneven = true;
  EXPECT_EQ(drop(), kNoBlob);
  EXPECT_EQ(reasons_[3], Unseen::kTwoSpots);
  tip.saturated = true;
  tip.peak = tip.flux / (2.0 * kPi * kUsualVariance);
  EXPECT_EQ(drop(), 3) << "fitted without its top";
}

TEST_F(DoubtedLabels, InATightGateNothingIsAsked) {
  blobs_->blobs[3].flux = 0.1 * kUsualFlux;
  drop_unlike_returned(scene_, *blobs_, *mapped_, expected_, check_, labels_, reasons_);
  EXPECT_EQ(labels_[3], 3);
}

TEST_F(DoubtedLabels, OfTwoSpotsInOneNeitherPlaceIsTold) {
  SpotMemory memory;
  memory.count = 1;
  FollowedSpot& spot = memory.spots[0];
  spot.first = spot.last = place_of(1) + Vector2{0.006, 0.0};
  spot.sightings = 2;
  const auto drop = [&] {
    drop_run_together(camera_, scene_, *blobs_, *mapped_, memory, 4, labels_, reasons_);
  };
  drop();
  EXPECT_EQ(labels_[1], 1) << "seen too rarely to stand";
  spot.sightings = 3;
  const int apart = add(spot.first);
  drop();
  EXPECT_EQ(labels_[1], 1) << "seen beside the LED";
  mapped_->count = apart;
  drop();
  EXPECT_EQ(labels_[1], kNoBlob);
  EXPECT_EQ(reasons_[1], Unseen::kTwoSpots);
  for (const int led : {0, 2, 3}) EXPECT_EQ(labels_[led], led);
}

/// Joint 1's and the tail's LEDs are dark; two spots elsewhere are as far apart as these.
TEST_F(DoubtedLabels, AFigureElsewhereIsNotJoinedToWhatIsTracked) {
  Labels found = no_labels();
  found[0] = add({-0.6, 0.5});
  found[1] = add({-0.6, 0.78});
  found[2] = 2;
  labels_[0] = labels_[1] = kNoBlob;
  expected_[0].known = expected_[1].known = false;
  merge_acquired(scene_, *mapped_, found, expected_, check_, labels_);
  EXPECT_EQ(labels_[0], kNoBlob);
  EXPECT_EQ(labels_[1], kNoBlob);
  EXPECT_EQ(labels_[2], 2);
  found[0] = 0;
  found[1] = 1;
  merge_acquired(scene_, *mapped_, found, expected_, check_, labels_);
  EXPECT_EQ(labels_[0], 0);
  EXPECT_EQ(labels_[1], 1);
}

/// The tip's spot is at its length from joint 2, but where no angle puts it.
TEST_F(DoubtedLabels, OneThatOnlyItsLengthSpeaksForIsNotJoined) {
  Labels found = labels_;
  found[3] = add(place_of(2) + rotate(1.0, place_of(3) - place_of(2)));
  labels_[3] = kNoBlob;
  expected_[3].known = false;
  merge_acquired(scene_, *mapped_, found, expected_, check_, labels_);
  EXPECT_EQ(labels_[3], kNoBlob);
}

/// Joint 1 and tip are dark; the target stands at the tip's length from joint 2, far from where the tip is
/// expected, and no two bodies are seen whose angle would tell.
TEST_F(DoubtedLabels, OneFarFromWhereItIsExpectedIsNotJoinedToTwoThatAreTracked) {
  labels_[1] = labels_[3] = kNoBlob;
  expected_[1].gate = expected_[3].gate = 0.008;
  Labels found = labels_;
  found[3] = add(place_of(2) + rotate(0.1, place_of(3) - place_of(2)));
  merge_acquired(scene_, *mapped_, found, expected_, check_, labels_);
  EXPECT_EQ(labels_[3], kNoBlob);
  // Nobody expects it anywhere: the search is all there is.
  expected_[3].known = false;
  found[3] = 3;
  merge_acquired(scene_, *mapped_, found, expected_, check_, labels_);
  EXPECT_EQ(labels_[3], 3);
}

/// Where the potentiometers contradict what is tracked already they say nothing of what is joined.
TEST_F(DoubtedLabels, BrokenPotentiometersKeepNothingOut) {
  const JointVector broken = Vector2{-1.5, -1.2};
  const JointCheck check{broken, 3e-3, 0.006};
  Labels found = labels_;
  labels_[3] = kNoBlob;
  expected_[3].known = false;
  merge_acquired(scene_, *mapped_, found, expected_, check, labels_);
  EXPECT_EQ(labels_[3], 3);
}

}  // namespace
}  // namespace freefloat
