#include "vision/vision_pipeline.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "hal/sim/rendered_camera.h"
#include "types/angle.h"
#include "unit/vision/test_scene.h"

namespace freefloat {
namespace {

/// Camera, robot and vision; the robot stands or moves on a straight line while its arm turns.
class Testbed {
 public:
  explicit Testbed(const ImagingParameters& imaging = {}, std::uint64_t seed = 1)
      : camera(make_test_camera(), imaging, seed),
        vision(VisionConfig{.read_noise = 1.5}, make_test_camera(),
               make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2)) {}

  MarkerFrame look(const MarkerPrediction& prediction = {}) {
    const Time time = at(sequence);
    const CameraPicture frame = camera.render(scene, time, sequence);
    return vision.process(frame.image, time, sequence++, prediction);
  }

  /// A target is believed when it was seen three times.
  MarkerFrame acquire() {
    look();
    look();
    return look();
  }

  static Time at(std::uint64_t picture) { return Time{std::chrono::milliseconds(10 * picture)}; }

  MarkerPrediction predict(double sigma = 5e-4) const {
    MarkerPrediction prediction;
    prediction.at = at(sequence);
    for (int i = 0; i < scene.led_count; ++i) {
      prediction.markers[i] = {true, true_position(i), Vector2::Zero(), sigma};
    }
    return prediction;
  }

  Vector2 true_position(int marker) const { return scene.leds[marker].p_WM[0]; }

  RenderedCamera camera;
  VisionPipeline vision;
  SceneSamples scene = make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, {-0.5, 0.4});
  std::uint64_t sequence = 0;
};

void expect_seen_where_it_is(const Testbed& testbed, const MarkerFrame& frame, int marker) {
  const MarkerMeasurement& seen = frame.markers[marker];
  ASSERT_TRUE(seen.seen) << "marker " << marker;
  const double error = (seen.p_WM - testbed.true_position(marker)).norm();
  EXPECT_LT(error, 6.0 * std::sqrt(seen.covariance.trace())) << "marker " << marker;
  EXPECT_LT(error, 2e-4) << "marker " << marker;
}

TEST(VisionPipeline, AcquiresAllLedsWithoutAPrediction) {
  Testbed testbed;
  const MarkerFrame frame = testbed.acquire();
  EXPECT_TRUE(frame.full_scan);
  EXPECT_EQ(frame.marker_count, 5);
  EXPECT_EQ(frame.blob_count, 5);
  for (int marker = 0; marker < 5; ++marker) expect_seen_where_it_is(testbed, frame, marker);
}

TEST(VisionPipeline, TracksInWindowsAroundThePrediction) {
  Testbed testbed;
  testbed.look();
  const MarkerFrame frame = testbed.look(testbed.predict());
  EXPECT_FALSE(frame.full_scan);
  for (int marker = 0; marker < 5; ++marker) expect_seen_where_it_is(testbed, frame, marker);
}

TEST(VisionPipeline, ScansTheWholePictureOnASchedule) {
  Testbed testbed;
  testbed.look();
  int scans = 0;
  for (int i = 0; i < 100; ++i) scans += testbed.look(testbed.predict()).full_scan ? 1 : 0;
  EXPECT_EQ(scans, 2);
}

TEST(VisionPipeline, CopiesThePredictionIntoTheFrame) {
  Testbed testbed;
  const MarkerPrediction prediction = testbed.predict();
  const MarkerFrame frame = testbed.look(prediction);
  EXPECT_EQ(frame.prediction.at, prediction.at);
  EXPECT_EQ(frame.prediction.markers[3].p_WM, prediction.markers[3].p_WM);
  EXPECT_EQ(frame.capture_time, Testbed::at(0));
}

TEST(VisionPipeline, LeavesAHiddenLedUnseenAndKeepsTheOthers) {
  Testbed testbed;
  testbed.look();
  for (std::size_t hidden = 0; hidden < 5; ++hidden) {
    testbed.scene.leds[hidden].visible = false;
    const MarkerFrame frame = testbed.look(testbed.predict());
    testbed.scene.leds[hidden].visible = true;
    for (int marker = 0; marker < 5; ++marker) {
      if (marker == static_cast<int>(hidden)) {
        EXPECT_FALSE(frame.markers[hidden].seen);
      } else {
        expect_seen_where_it_is(testbed, frame, marker);
      }
    }
  }
}

TEST(VisionPipeline, IsNotDisturbedByGlare) {
  Testbed testbed;
  testbed.scene.glare_count = 8;
  int seen = 0;
  int far_off = 0;
  testbed.look();
  for (int i = 0; i < 200; ++i) {
    const MarkerFrame frame = testbed.look(testbed.predict());
    for (int marker = 0; marker < 5; ++marker) {
      const MarkerMeasurement& m = frame.markers[marker];
      seen += m.seen ? 1 : 0;
      far_off += m.seen && (m.p_WM - testbed.true_position(marker)).norm() > 1e-3 ? 1 : 0;
    }
  }
  EXPECT_GT(seen, 980);
  EXPECT_LE(far_off, 2);  // glare on top of an LED
}

TEST(VisionPipeline, MeasuresSaturatedLeds) {
  ImagingParameters imaging;
  imaging.led_peak = 600.0;
  Testbed testbed(imaging);
  const MarkerFrame frame = testbed.acquire();
  for (int marker = 0; marker < 5; ++marker) {
    EXPECT_TRUE(frame.markers[marker].saturated);
    expect_seen_where_it_is(testbed, frame, marker);
  }
}

TEST(VisionPipeline, MeasuresTheMiddleOfAMovingLedsPath) {
  Testbed testbed;
  testbed.scene.sample_count = 3;
  const Vector2 travel{0.008, 0.005};  // m during the exposure
  for (std::size_t marker = 0; marker < 5; ++marker) {
    const Vector2 middle = testbed.scene.leds[marker].p_WM[0];
    for (std::size_t k = 0; k < 3; ++k) {
      testbed.scene.leds[marker].p_WM[k] = middle + (0.5 * static_cast<double>(k) - 0.5) * travel;
    }
  }
  const MarkerFrame frame = testbed.acquire();
  for (int marker = 0; marker < 5; ++marker) {
    const MarkerMeasurement& seen = frame.markers[marker];
    ASSERT_TRUE(seen.seen);
    EXPECT_LT((seen.p_WM - (testbed.true_position(marker) + 0.5 * travel)).norm(), 2e-4);
  }
}

TEST(VisionPipeline, WorksOnABrightGradient) {
  ImagingParameters imaging;
  imaging.background = 20.0;
  imaging.background_gradient = 120.0;
  imaging.led_peak = 110.0;
  Testbed testbed(imaging);
  const MarkerFrame frame = testbed.acquire();
  EXPECT_EQ(frame.blob_count, 5);
  for (int marker = 0; marker < 5; ++marker) expect_seen_where_it_is(testbed, frame, marker);
}

TEST(VisionPipeline, RecoversFromAWrongPrediction) {
  Testbed testbed;
  testbed.look();
  MarkerPrediction wrong = testbed.predict();
  for (PredictedMarker& marker : wrong.markers) marker.p_WM += Vector2{0.05, 0.03};
  const MarkerFrame frame = testbed.look(wrong);
  EXPECT_TRUE(frame.full_scan);
  for (int marker = 0; marker < 4; ++marker) expect_seen_where_it_is(testbed, frame, marker);
}

TEST(VisionPipeline, FindsALateTargetWithinSevenPictures) {
  Testbed testbed;
  testbed.scene.leds[4].visible = false;
  MarkerFrame frame = testbed.look();
  EXPECT_FALSE(frame.markers[4].seen);
  testbed.scene.leds[4].visible = true;
  for (int i = 0; i < 7 && !frame.markers[4].seen; ++i) {
    MarkerPrediction prediction = testbed.predict();
    prediction.markers[4].known = false;
    frame = testbed.look(prediction);
  }
  expect_seen_where_it_is(testbed, frame, 4);
}

/// Robots are put down beside targets that have been there for a while.
TEST(VisionPipeline, FollowsATargetThatWasThereLongBeforeTheRobot) {
  Testbed testbed;
  for (int led = 0; led < 4; ++led) testbed.scene.leds[led].visible = false;
  for (int i = 0; i < 60; ++i) EXPECT_FALSE(testbed.look().markers[4].seen);
  for (int led = 0; led < 4; ++led) testbed.scene.leds[led].visible = true;
  MarkerFrame frame;
  for (int i = 0; i < 7 && !frame.markers[4].seen; ++i) frame = testbed.look();
  ASSERT_TRUE(frame.markers[4].seen);
  for (int i = 0; i < 60; ++i) {
    frame = testbed.look(testbed.predict());
    EXPECT_TRUE(frame.markers[4].seen) << "picture " << i << (frame.full_scan ? ", whole" : ", windows");
  }
}

TEST(VisionPipeline, IsAFunctionOfItsInputs) {
  Testbed first({}, 9);
  Testbed second({}, 9);
  for (int i = 0; i < 60; ++i) {
    first.scene.glare_count = second.scene.glare_count = i % 4;
    const MarkerPrediction prediction = i < 3 ? MarkerPrediction{} : first.predict();
    const MarkerFrame a = first.look(prediction);
    const MarkerFrame b = second.look(prediction);
    for (std::size_t m = 0; m < 5; ++m) {
      EXPECT_EQ(a.markers[m].seen, b.markers[m].seen);
      EXPECT_EQ(a.markers[m].p_WM, b.markers[m].p_WM);
      EXPECT_EQ(a.markers[m].covariance, b.markers[m].covariance);
    }
    EXPECT_EQ(a.full_scan, b.full_scan);
    EXPECT_EQ(a.blob_count, b.blob_count);
  }
}

TEST(VisionPipeline, SeesNothingInPicturesItCannotUse) {
  Testbed testbed;
  std::vector<std::uint8_t> pixels(1280 * 1024, 255);
  const MarkerFrame empty = testbed.vision.process({}, Time{}, 0, {});
  const MarkerFrame small = testbed.vision.process({pixels.data(), 640, 480, 640}, Time{}, 1, {});
  const MarkerFrame white =
      testbed.vision.process({pixels.data(), 1280, 1024, 1280}, Time{}, 2, testbed.predict());
  std::mt19937_64 random(1);
  for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(random() >> 56);
  const MarkerFrame noise = testbed.vision.process({pixels.data(), 1280, 1024, 1280}, Time{}, 3, {});
  for (const MarkerFrame& frame : {empty, small, white, noise}) {
    for (const MarkerMeasurement& marker : frame.markers) EXPECT_FALSE(marker.seen);
  }
}

// Hand and target a few millimetres apart: their light is one spot.
TEST(VisionPipeline, SeparatesHandAndTargetBeforeTheCapture) {
  for (const double distance : {0.012, 0.009, 0.007, 0.005, 0.004, 0.003, 0.002}) {
    Testbed testbed;
    testbed.look();
    int seen = 0;
    double squares = 0.0;
    double normalised = 0.0;
    constexpr int kPictures = 200;
    for (int i = 0; i < kPictures; ++i) {
      const double direction = 0.1 * i;
      testbed.scene = make_test_scene({0.1 + 1e-4 * i, -0.2}, 0.4, {0.7, -1.2}, {0.0, 0.0});
      // The target's LED is lower than the tip's: same place in the picture, not on the table.
      const Vector2 tip_px = testbed.camera.model().project(testbed.true_position(3), 0.22).value();
      const Vector2 below = testbed.camera.model().back_project(tip_px, 0.2).value();
      testbed.scene.leds[4].p_WM.fill(below + distance * Vector2{std::cos(direction), std::sin(direction)});
      const MarkerFrame frame = testbed.look(testbed.predict());
      for (int m = 0; m < 3; ++m) expect_seen_where_it_is(testbed, frame, m);
      for (const int m : {3, 4}) {
        const MarkerMeasurement& marker = frame.markers[m];
        if (!marker.seen) continue;
        ++seen;
        const Vector2 error = marker.p_WM - testbed.true_position(m);
        squares += error.squaredNorm();
        normalised += error.dot(marker.covariance.inverse() * error) / 2.0;
      }
    }
    std::printf("LEDs %.0f mm apart: seen in %.1f %%, error %.3f mm RMS, normalised %.2f\n", 1e3 * distance,
                50.0 * seen / kPictures, 1e3 * std::sqrt(squares / std::max(seen, 1)),
                normalised / std::max(seen, 1));
    EXPECT_GE(seen, distance > 0.0025 ? 396 : 0);
    EXPECT_LT(std::sqrt(squares / std::max(seen, 1)), 1e-3);
    EXPECT_LT(normalised / std::max(seen, 1), 2.0);
  }
}

TEST(VisionPipeline, DoesNotGuessWhichOfTwoTouchingLedsIsWhich) {
  Testbed testbed;
  testbed.look();
  const Vector2 tip_px = testbed.camera.model().project(testbed.true_position(3), 0.22).value();
  const Vector2 below = testbed.camera.model().back_project(tip_px, 0.2).value();
  testbed.scene.leds[4].p_WM.fill(below + Vector2{0.005, 0.0});
  EXPECT_TRUE(testbed.look(testbed.predict(5e-4)).markers[4].seen);
  const MarkerFrame frame = testbed.look(testbed.predict(3e-3));  // as uncertain as they are apart
  EXPECT_FALSE(frame.markers[3].seen);
  EXPECT_FALSE(frame.markers[4].seen);
}

TEST(VisionPipeline, SeesNeitherOfTwoLedsInOnePlace) {
  Testbed testbed;
  testbed.look();
  testbed.scene.leds[4] = testbed.scene.leds[3];
  testbed.scene.leds[4].height = 0.2;
  const Vector2 tip_px = testbed.camera.model().project(testbed.true_position(3), 0.22).value();
  testbed.scene.leds[4].p_WM.fill(testbed.camera.model().back_project(tip_px, 0.2).value());
  const MarkerFrame frame = testbed.look(testbed.predict());
  EXPECT_FALSE(frame.markers[3].seen);
  EXPECT_FALSE(frame.markers[4].seen);
  for (int m = 0; m < 3; ++m) expect_seen_where_it_is(testbed, frame, m);
}

TEST(VisionPipeline, DoesNotSplitALoneLedWhoseNeighbourIsHidden) {
  Testbed testbed;
  testbed.look();
  int wrong = 0;
  for (int i = 0; i < 200; ++i) {
    testbed.scene = make_test_scene({0.1 + 1e-4 * i, -0.2}, 0.4, {0.7, -1.2}, {0.0, 0.0});
    testbed.scene.leds[4].p_WM.fill(testbed.true_position(3) + Vector2{0.002, 0.0});
    const MarkerPrediction prediction = testbed.predict();
    testbed.scene.leds[3].visible = false;
    const MarkerFrame frame = testbed.look(prediction);
    wrong += frame.markers[3].seen ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0);
}

TEST(VisionPipeline, CovarianceMatchesTheErrors) {
  Testbed testbed;
  testbed.look();
  double sum = 0.0;
  constexpr int kPictures = 400;
  for (int i = 0; i < kPictures; ++i) {
    testbed.scene = make_test_scene({0.1 + 1e-4 * i, -0.2}, 0.4 + 1e-3 * i, {0.7, -1.2}, {-0.5, 0.4});
    const MarkerFrame frame = testbed.look(testbed.predict());
    for (int m = 0; m < 5; ++m) {
      const MarkerMeasurement& marker = frame.markers[m];
      ASSERT_TRUE(marker.seen);
      const Vector2 error = marker.p_WM - testbed.true_position(m);
      sum += error.dot(marker.covariance.inverse() * error) / 2.0;
    }
  }
  EXPECT_NEAR(sum / (5 * kPictures), 1.0, 0.1);
}

}  // namespace
}  // namespace freefloat
