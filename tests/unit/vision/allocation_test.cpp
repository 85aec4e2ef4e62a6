#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "hal/sim/rendered_camera.h"
#include "unit/vision/test_scene.h"
#include "vision/vision_pipeline.h"

namespace {
long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

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
    const CameraFrame frame = camera.render(scene, Time{}, i);
    const long before = allocations;
    const MarkerFrame markers =
        vision.process(frame.image, Time{}, i, i < 5 ? MarkerPrediction{} : prediction);
    EXPECT_EQ(allocations, before);
    EXPECT_EQ(markers.marker_count, 5);
  }
  EXPECT_GT(allocations, 0);
}

}  // namespace
}  // namespace freefloat
