#include "vision/vision_pipeline.h"

#include <gtest/gtest.h>

#include <cmath>

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
        vision(VisionConfig{}, make_test_camera(),
               make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2)) {}

  MarkerFrame look(const MarkerPrediction& prediction = {}) {
    const Time time = at(sequence);
    const CameraFrame frame = camera.render(scene, time, sequence);
    return vision.process(frame.image, time, sequence++, prediction);
  }

  static Time at(std::uint64_t picture) { return Time{std::chrono::milliseconds(10 * picture)}; }

  MarkerPrediction predict(double sigma = 5e-4) const {
    MarkerPrediction prediction;
    prediction.at = at(sequence);
    for (int i = 0; i < scene.led_count; ++i) {
      prediction.markers[static_cast<std::size_t>(i)] = {true, true_position(i), Vector2::Zero(), sigma};
    }
    return prediction;
  }

  Vector2 true_position(int marker) const { return scene.leds[static_cast<std::size_t>(marker)].p_WM[0]; }

  RenderedCamera camera;
  VisionPipeline vision;
  SceneSamples scene = make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, {-0.5, 0.4});
  std::uint64_t sequence = 0;
};

void expect_seen_where_it_is(const Testbed& testbed, const MarkerFrame& frame, int marker) {
  const MarkerMeasurement& seen = frame.markers[static_cast<std::size_t>(marker)];
  ASSERT_TRUE(seen.seen) << "marker " << marker;
  const double error = (seen.p_WM - testbed.true_position(marker)).norm();
  EXPECT_LT(error, 6.0 * std::sqrt(seen.covariance.trace())) << "marker " << marker;
  EXPECT_LT(error, 2e-4) << "marker " << marker;
}

TEST(VisionPipeline, AcquiresAllLedsWithoutAPrediction) {
  Testbed testbed;
  const MarkerFrame frame = testbed.look();
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

}  // namespace
}  // namespace freefloat
