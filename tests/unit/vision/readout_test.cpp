// Rows that are not exposed at once, and a target that people say the place of.
#include "vision/readout.h"

#include <gtest/gtest.h>

#include "hal/sim/rendered_camera.h"
#include "unit/vision/test_scene.h"
#include "vision/vision_pipeline.h"

namespace freefloat {
namespace {

constexpr int kTargetLed = 4;

CameraParameters rolling_camera() {
  CameraParameters camera = make_test_camera();
  camera.readout = Readout::kRolling;
  camera.row_time = from_seconds(9e-6);
  return camera;
}

TEST(Readout, ARollingShutterGoesFromTheTopToTheBottom) {
  const CameraParameters camera = rolling_camera();
  EXPECT_NEAR(readout_span(camera), 9e-6 * 1023, 1e-12);
  EXPECT_NEAR(row_delay(camera, 0), -0.5 * readout_span(camera), 1e-12);
  EXPECT_NEAR(row_delay(camera, 1023), 0.5 * readout_span(camera), 1e-12);
  EXPECT_NEAR(spot_delay(camera, 511.5), 0.0, 1e-12);
  EXPECT_NEAR(spot_delay(camera, 611.5), 9e-4, 1e-12);
}

TEST(Readout, OddRowsOfAnInterlacedPictureAreHalfAPictureLater) {
  CameraParameters camera = make_test_camera();
  camera.rate = 30.0;
  camera.readout = Readout::kInterlaced;
  EXPECT_NEAR(row_delay(camera, 1) - row_delay(camera, 0), 1.0 / 60.0, 1e-12);
  EXPECT_EQ(row_delay(camera, 2), row_delay(camera, 0));
  EXPECT_EQ(spot_delay(camera, 3.0), 0.0);
}

TEST(Readout, OfAGlobalShutterAllRowsAreOfTheSameTime) {
  EXPECT_EQ(readout_span(make_test_camera()), 0.0);
  EXPECT_EQ(row_delay(make_test_camera(), 7), 0.0);
  EXPECT_EQ(spot_delay(make_test_camera(), 7.0), 0.0);
}

struct Followed {
  double worst_error = 0.0;  ///< of an LED, m
  int searches = 0;          ///< pictures that were searched as a whole
};

/// Follows LEDs that all move alike.
/// @param drawn What the pictures are taken with. @param believed What the vision takes the camera for.
Followed follow(const CameraParameters& drawn, const CameraParameters& believed, const Vector2& velocity) {
  RenderedCamera camera(drawn, {}, 1);
  VisionPipeline vision(VisionConfig{.read_noise = 1.5}, believed,
                        make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2));
  const double half = 0.5 * (to_seconds(drawn.exposure) + readout_span(drawn));
  Followed followed;
  for (std::uint64_t picture = 0; picture < 20; ++picture) {
    const Time at{std::chrono::milliseconds(10 * picture)};
    const Vector2 moved = to_seconds(at.time_since_epoch()) * velocity;
    SceneSamples scene =
        make_test_scene(Vector2{0.1, -0.2} + moved, 0.4, {0.7, -1.2}, Vector2{-0.5, 0.6} + moved);
    scene.sample_count = 3;
    MarkerPrediction prediction;
    prediction.at = at;
    for (int i = 0; i < scene.led_count; ++i) {
      LedSamples& led = scene.leds[i];
      prediction.markers[i] = {true, led.p_WM[1], velocity, 5e-4};
      led.p_WM[0] -= half * velocity;
      led.p_WM[2] += half * velocity;
    }
    const MarkerFrame frame =
        vision.process(camera.render(scene, at, picture).image, at, picture, prediction);
    for (std::size_t i = 0; i < static_cast<std::size_t>(scene.led_count); ++i) {
      EXPECT_TRUE(frame.markers[i].seen) << i;
      followed.worst_error =
          std::max(followed.worst_error, (frame.markers[i].p_WM - scene.leds[i].p_WM[1]).norm());
    }
    followed.searches += frame.full_scan ? 1 : 0;
  }
  return followed;
}

/// The same at 0.2 m/s. @return The largest error, m.
double worst_error(const CameraParameters& drawn, const CameraParameters& believed) {
  return follow(drawn, believed, {0.16, 0.12}).worst_error;
}

TEST(Readout, LedsUnderARollingShutterArePutWhereTheyWereInTheMiddleOfThePicture) {
  const double global = worst_error(make_test_camera(), make_test_camera());
  EXPECT_LT(worst_error(rolling_camera(), rolling_camera()), 1.3 * global);
  EXPECT_GT(worst_error(rolling_camera(), make_test_camera()), 5e-4) << "not known to roll";
}

TEST(Readout, AFastLedIsLookedForWhereItsRowSeesIt) {
  CameraParameters slow = rolling_camera();
  slow.row_time = from_seconds(18e-6);  // at 0.6 m/s the target is 3 mm off where it is in mid-picture
  const Followed known = follow(slow, slow, {0.48, 0.36});
  EXPECT_LE(known.searches, 1);
  EXPECT_LT(known.worst_error, 1e-3);
}

TEST(Readout, LedsInTwoFieldsArePutWhereTheyWereInTheMiddleOfThePicture) {
  CameraParameters interlaced = make_test_camera();
  interlaced.readout = Readout::kInterlaced;
  EXPECT_LT(worst_error(interlaced, interlaced), 1.3 * worst_error(make_test_camera(), make_test_camera()));
}

/// @param said Where people say that the target is, m; it is there, a little off.
int sightings_among_spots(const Vector2& target, const Vector2& said, double radius) {
  ImagingParameters imaging;
  imaging.extra_spots = 12;
  RenderedCamera camera(make_test_camera(), imaging, 1);
  MarkerScene scene = make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2);
  scene.target_place = said;
  scene.target_radius = radius;
  VisionPipeline vision(VisionConfig{.read_noise = 1.5}, make_test_camera(), scene);
  const SceneSamples samples = make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, target);
  int seen = 0;
  for (std::uint64_t picture = 0; picture < 60; ++picture) {
    const Time at{std::chrono::milliseconds(10 * picture)};
    MarkerPrediction prediction;
    prediction.joints = Vector2{0.7, -1.2};
    prediction.joint_sigma = 3e-3;
    const MarkerFrame frame =
        vision.process(camera.render(samples, at, picture).image, at, picture, prediction);
    if (!frame.markers[kTargetLed].seen) continue;
    ++seen;
    EXPECT_LT((frame.markers[kTargetLed].p_WM - target).norm(), 1e-3);
  }
  return seen;
}

TEST(TargetRegion, TellsAStandingTargetFromSpotsThatStand) {
  const Vector2 target{-0.45, 0.4};
  const Vector2 said{-0.43, 0.39};
  EXPECT_EQ(sightings_among_spots(target, said, std::numeric_limits<double>::infinity()), 0);
  EXPECT_GT(sightings_among_spots(target, said, 0.03), 10);
}

TEST(TargetRegion, NothingElsewhereIsTakenForTheTarget) {
  EXPECT_EQ(sightings_among_spots({-0.45, 0.4}, {-0.35, 0.4}, 0.03), 0);
}

}  // namespace
}  // namespace freefloat
