// Mirror images of LEDs in the glass: where they are looked for, and where not.
#include "vision/foreign_spots.h"

#include <gtest/gtest.h>

#include <memory>

#include "unit/vision/test_scene.h"

namespace freefloat {
namespace {

constexpr double kLedHeight = 0.25;  // m, of the tail's LED
constexpr double kGlass = 0.02;      // m, thickness: its lower face mirrors as well

/// A low camera and an LED far from the point below it: heights are told apart by tens of pixels.
class MirrorImages : public testing::Test {
 protected:
  MirrorImages()
      : camera_(low_camera()), scene_(make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2)) {
    labels_.fill(kNoBlob);
    labels_[0] = 0;
    add(kLedHeight, 100.0);
  }

  static CameraParameters low_camera() {
    CameraParameters camera = make_test_camera();
    camera.fx = camera.fy = 700.0;
    camera.distortion.fill(0.0);
    camera.p_WC = {0.0, 0.0, 1.3};
    camera.rpy_WC = {0.0, 0.0, 0.0};
    return camera;
  }

  /// A spot where something above the LED's place on the table, or below it, would be seen.
  void add(double height, double flux) {
    Blob blob;
    blob.uv_px = camera_.project(place_, height).value();
    blob.shape_px = Matrix2::Identity();
    blob.flux = flux;
    blobs_.blobs[blobs_.count++] = blob;
  }

  /// Whether a spot seen in that direction is taken for the LED's mirror image.
  bool mirrors(double height, double flux = 30.0) {
    add(height, flux);
    MappedBlobs mapped;
    map_blobs(camera_, scene_, blobs_, mapped);
    SpotMarks foreign{};
    mark_foreign_spots(camera_, scene_, blobs_, mapped, labels_, lasting_, foreign);
    EXPECT_FALSE(foreign[0]);
    return foreign[--blobs_.count];
  }

  const Vector2 place_{0.7, 0.2};
  CameraModel camera_;
  MarkerScene scene_;
  Labels labels_{};
  SpotMarks lasting_{};
  BlobList blobs_;
};

TEST_F(MirrorImages, AreAsFarBelowTheGlassAsTheLedIsAbove) {
  EXPECT_TRUE(mirrors(-kLedHeight));
  EXPECT_FALSE(mirrors(0.0));
  EXPECT_FALSE(mirrors(-0.5 * kLedHeight));
}

TEST_F(MirrorImages, OfTheGlassesLowerFaceAreTwiceItsThicknessLower) {
  EXPECT_TRUE(mirrors(-kLedHeight - 2.0 * kGlass));
  EXPECT_FALSE(mirrors(-kLedHeight + 2.0 * kGlass));
  EXPECT_FALSE(mirrors(-kLedHeight - 4.0 * kGlass));
}

/// A target that is not known yet has one, glare where a target could be has none.
TEST_F(MirrorImages, OfWhatIsNoLedAreOfWhatLasts) {
  labels_ = no_labels();
  blobs_.count = 0;
  add(0.2, 100.0);  // as high as the target's LED
  EXPECT_FALSE(mirrors(-0.2));
  lasting_[0] = true;
  EXPECT_TRUE(mirrors(-0.2));
}

TEST_F(MirrorImages, AreFainterThanTheLed) {
  EXPECT_FALSE(mirrors(-kLedHeight, 100.0));
}

TEST_F(MirrorImages, MayBeAsBrightAsAnLedThatIsSaturated) {
  blobs_.blobs[0].saturated = true;
  EXPECT_TRUE(mirrors(-kLedHeight, 99.0));
}

TEST_F(MirrorImages, OfAnLedAreWhereItIsExpected) {
  std::array<ExpectedMarker, kMaxMarkers> expected{};
  expected[0] = {.known = true, .p_WM = place_ + Vector2{0.003, 0.0}, .gate = 0.004};
  Labels labels = no_labels();
  const auto may_be = [&](double height) {
    add(height, 40.0);
    return may_be_image_of_expected(camera_, scene_, blobs_, --blobs_.count, labels, expected);
  };
  EXPECT_TRUE(may_be(-kLedHeight));
  EXPECT_FALSE(may_be(0.0));
  expected[0].known = false;
  EXPECT_FALSE(may_be(-kLedHeight));
  expected[0].known = true;
  labels[0] = 0;  // it may have been taken for a spot beside it, but its image is fainter than either
  EXPECT_TRUE(may_be(-kLedHeight));
  blobs_.blobs[0].flux = 40.0;
  EXPECT_FALSE(may_be(-kLedHeight));
}

TEST_F(MirrorImages, MayHaveRunTogetherWithABrighterSpot) {
  std::array<ExpectedMarker, kMaxMarkers> expected{};
  expected[0] = {.known = true, .p_WM = place_ + Vector2{0.003, 0.0}, .gate = 0.004};
  const auto is_at_image = [&](double height) {
    add(height, 200.0);
    return is_at_image_of_expected(camera_, scene_, blobs_.blobs[--blobs_.count], expected);
  };
  EXPECT_TRUE(is_at_image(-kLedHeight));
  EXPECT_FALSE(is_at_image(0.0));
  expected[0].known = false;
  EXPECT_FALSE(is_at_image(-kLedHeight));
}

TEST_F(MirrorImages, MayBeOfATargetInTheSpotThatHidesIt) {
  constexpr double kTargetHeight = 0.2;
  const auto may_be = [&](const Vector2& aside, double height, double flux, const Labels& labels) {
    blobs_.count = 0;
    add(height, flux);
    Blob hiding;
    hiding.uv_px = camera_.project(place_ + aside, kTargetHeight).value();
    hiding.flux = 100.0;
    blobs_.blobs[blobs_.count++] = hiding;
    MappedBlobs mapped;
    map_blobs(camera_, scene_, blobs_, mapped);
    return may_be_image_of_hidden(camera_, scene_, blobs_, mapped, 0, labels);
  };
  const Labels none = no_labels();
  EXPECT_TRUE(may_be({0.0, 0.0}, -kTargetHeight, 40.0, none));
  EXPECT_TRUE(may_be({0.012, 0.012}, -kTargetHeight, 40.0, none));
  EXPECT_TRUE(may_be({0.012, 0.012}, -kTargetHeight - 2.0 * kGlass, 40.0, none));
  EXPECT_FALSE(may_be({-0.01, 0.03}, -kTargetHeight, 40.0, none));
  EXPECT_FALSE(may_be({0.0, 0.0}, kTargetHeight / 2.0, 40.0, none));
  EXPECT_FALSE(may_be({0.0, 0.0}, -kTargetHeight, 95.0, none)) << "too bright for an image";
  Labels labels = none;
  labels[2] = 1;
  EXPECT_FALSE(may_be({0.0, 0.0}, -kTargetHeight, 40.0, labels)) << "the robot's, known by that";
}

TEST_F(MirrorImages, OfAnLedAreNoOtherThatNobodyExpects) {
  const auto is_led = [&](double height, double flux, bool is_expected) {
    add(height, flux);
    MappedBlobs mapped;
    map_blobs(camera_, scene_, blobs_, mapped);
    std::array<ExpectedMarker, kMaxMarkers> expected{};
    expected[2].known = is_expected;
    Labels labels = labels_;
    labels[2] = blobs_.count - 1;
    Reasons reasons{};
    drop_mirror_images(camera_, scene_, blobs_, mapped, expected, labels, reasons);
    --blobs_.count;
    EXPECT_EQ(labels[0], 0);
    EXPECT_EQ(reasons[2], labels[2] == kNoBlob ? Unseen::kUnlikeAnLed : Unseen::kSeen);
    return labels[2] != kNoBlob;
  };
  EXPECT_FALSE(is_led(-kLedHeight, 40.0, false));
  EXPECT_TRUE(is_led(0.0, 40.0, false));
  EXPECT_TRUE(is_led(-kLedHeight, 100.0, false)) << "as bright as the LED itself";
  EXPECT_TRUE(is_led(-kLedHeight, 40.0, true)) << "is where it was";
}

TEST_F(MirrorImages, OfTheTargetAreNoLedThatNobodyExpects) {
  const auto is_led = [&](double height) {
    blobs_.count = 1;
    add(0.2, 100.0);  // the target's LED
    add(height, 40.0);
    MappedBlobs mapped;
    map_blobs(camera_, scene_, blobs_, mapped);
    Labels labels = no_labels();
    labels[4] = 1;
    labels[2] = 2;
    Reasons reasons{};
    drop_mirror_images(camera_, scene_, blobs_, mapped, {}, labels, reasons);
    return labels[2] != kNoBlob;
  };
  EXPECT_FALSE(is_led(-0.2));
  EXPECT_TRUE(is_led(0.1));
}

TEST_F(MirrorImages, AreNotTheLedThatCastsThemAndWasLost) {
  std::array<ExpectedMarker, kMaxMarkers> expected{};
  expected[0] = {.known = true, .p_WM = place_ + Vector2{0.004, 0.0}, .gate = 0.1};
  const auto is_led = [&](double height) {
    add(height, 40.0);
    Labels labels = no_labels();
    labels[0] = --blobs_.count;
    Reasons reasons{};
    drop_own_images(camera_, scene_, blobs_, expected, labels, reasons);
    EXPECT_EQ(reasons[0], labels[0] == kNoBlob ? Unseen::kUnlikeAnLed : Unseen::kSeen);
    return labels[0] != kNoBlob;
  };
  EXPECT_FALSE(is_led(-kLedHeight));
  EXPECT_TRUE(is_led(kLedHeight));
  EXPECT_TRUE(is_led(0.0)) << "far from both places";
  expected[0].gate = 0.005;
  EXPECT_TRUE(is_led(-kLedHeight)) << "is where it was a picture ago";
}

TEST_F(MirrorImages, OfAnLedOutOfSightAreWhereTheOthersPutIt) {
  const JointVector joints = Vector2(0.4, -0.7);
  const SceneSamples robot = make_test_scene(Vector2(0.1, -0.2), 0.3, joints, Vector2::Zero());
  const auto blob_at = [&](const Vector2& p_WM, double height) {
    Blob blob;
    blob.uv_px = camera_.project(p_WM, height).value();
    return blob;
  };
  blobs_.count = 4;
  Labels labels = no_labels();
  for (int m = 0; m < 3; ++m) {
    blobs_.blobs[m] = blob_at(robot.leds[m].p_WM[0], scene_.heights[m]);
    labels[m] = m;
  }
  const JointCheck check{joints, 3e-3, 0.01};
  auto mapped = std::make_unique<MappedBlobs>();
  const auto may_be_tip = [&](const Vector2& p_WM, double height) {
    blobs_.blobs[3] = blob_at(p_WM, height);
    map_blobs(camera_, scene_, blobs_, *mapped);
    const Vector2 place = mapped->at(4, 3);
    const bool may_be = may_be_image_of_unlabelled(camera_, scene_, blobs_, 3, labels, check, *mapped);
    EXPECT_EQ(mapped->at(4, 3), place);
    return may_be;
  };
  const Vector2 tip = robot.leds[3].p_WM[0];
  EXPECT_TRUE(may_be_tip(tip, -scene_.heights[3]));
  EXPECT_TRUE(may_be_tip(tip, -scene_.heights[3] - 2.0 * kGlass)) << "in the glass's lower face";
  EXPECT_FALSE(may_be_tip(tip + Vector2(0.1, 0.0), -scene_.heights[3]));
  labels[3] = 3;
  EXPECT_FALSE(may_be_tip(tip, -scene_.heights[3])) << "no LED is missing";
}

TEST_F(MirrorImages, AndSpotsWithHardlyAnyLightAreNoTarget) {
  EXPECT_TRUE(mirrors(0.0, 9.0));
  EXPECT_FALSE(mirrors(0.0, 11.0));
}

}  // namespace
}  // namespace freefloat
