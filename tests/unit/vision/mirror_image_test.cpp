#include "vision/mirror_image.h"

#include <gtest/gtest.h>

#include "hal/sim/rendered_camera.h"
#include "unit/vision/test_scene.h"
#include "vision/vision_pipeline.h"

namespace freefloat {
namespace {

/// @return Largest error of the tail's LED on its way from the point under the camera outwards, m.
double worst_tail_error(double believed_reflection) {
  ImagingParameters imaging;
  imaging.reflection = 0.4;
  RenderedCamera camera(make_test_camera(), imaging, 1);
  VisionPipeline vision(VisionConfig{.read_noise = 1.5, .reflection = believed_reflection},
                        make_test_camera(), make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2));
  double worst = 0.0;
  for (std::uint64_t picture = 0; picture < 40; ++picture) {
    const Vector2 place = Vector2{0.14, 0.02} + 0.01 * static_cast<double>(picture) * Vector2{0.6, 0.8};
    const SceneSamples scene = make_test_scene(place, 0.0, {0.7, -1.2}, {-0.5, 0.6});
    const Time at{std::chrono::milliseconds(10 * picture)};
    MarkerPrediction prediction;
    prediction.at = at;
    for (std::size_t led = 0; led < 5; ++led)
      prediction.markers[led] = {true, scene.leds[led].p_WM[0], Vector2::Zero(), 5e-4};
    const MarkerFrame frame =
        vision.process(camera.render(scene, at, picture).image, at, picture, prediction);
    const MarkerMeasurement& tail = frame.markers[0];
    if (!tail.seen) continue;
    const double error = (tail.p_WM - scene.leds[0].p_WM[0]).norm();
    worst = std::max(worst, error);
    if (believed_reflection > 0.0) {
      EXPECT_LT(error, 4.0 * std::sqrt(tail.covariance.trace())) << picture;
    }
  }
  return worst;
}

TEST(MirrorImage, PullsAnLedNearThePointUnderTheCameraUnlessItIsTakenOff) {
  EXPECT_GT(worst_tail_error(0.0), 1e-3);
  EXPECT_LT(worst_tail_error(0.4), 4e-4);
}

}  // namespace
}  // namespace freefloat
