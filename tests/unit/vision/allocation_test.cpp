#include <gtest/gtest.h>

#include "hal/sim/rendered_camera.h"
#include "support/count_mallocs.h"
#include "unit/vision/test_scene.h"
#include "vision/vision_pipeline.h"

namespace freefloat {
namespace {

TEST(VisionPipeline, AllocatesNothingAfterConstruction) {
  RenderedCamera camera(make_test_camera(), {}, 1);
  VisionPipeline vision({}, make_test_camera(), make_marker_scene(make_test_robot(), {Vector2::Zero()}, 0.2));
  SceneSamples scene = make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, {-0.5, 0.4});
  scene.leds[4].p_WM.fill(scene.leds[3].p_WM[0] + Vector2{0.007, 0.0});  // touching: takes the longest way
  MarkerPrediction prediction;
  for (std::size_t i = 0; i < 5; ++i)
    prediction.markers[i] = {true, scene.leds[i].p_WM[0], Vector2::Zero(), 5e-4};
  for (std::uint64_t i = 0; i < 60; ++i) {
    scene.glare_count = i % 3 == 0 ? 12 : 0;
    const CameraPicture frame = camera.render(scene, Time{}, i);
    const long before = malloc_calls;
    const MarkerFrame markers =
        vision.process(frame.image, Time{}, i, i < 5 ? MarkerPrediction{} : prediction);
    EXPECT_EQ(malloc_calls, before);
    EXPECT_EQ(markers.marker_count, 5);
  }
  EXPECT_GT(malloc_calls, 0);
}

}  // namespace
}  // namespace freefloat
