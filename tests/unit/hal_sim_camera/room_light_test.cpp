// What the room adds to the pictures of the rendered camera.
#include "hal/sim/room_light.h"

#include <gtest/gtest.h>

#include <memory>

#include "hal/sim/rendered_camera.h"
#include "unit/vision/test_scene.h"
#include "vision/find_blobs.h"
#include "vision/readout.h"

namespace freefloat {
namespace {

constexpr Time kAtOneSecond = Time{std::chrono::seconds(1)};

ImagingParameters noiseless() {
  ImagingParameters imaging;
  imaging.background = 20.0;
  imaging.background_gradient = 0.0;
  imaging.read_noise = 0.0;
  imaging.shot_noise = 0.0;
  return imaging;
}

std::vector<Blob> spots_of(const ImageView& image) {
  BlobFinder finder(VisionConfig{.read_noise = 1.5});
  const auto blobs = std::make_unique<BlobList>();
  finder.find_blobs(image, *blobs);
  return {blobs->blobs.begin(), blobs->blobs.begin() + blobs->count};
}

int grey(const ImageView& image, int u, int v) {
  return image.pixels[v * image.stride + u];
}

SceneSamples led_at(const Vector2& p) {
  SceneSamples scene;
  scene.led_count = 1;
  scene.leds[0].height = 0.2;
  scene.leds[0].p_WM.fill(p);
  return scene;
}

/// An LED that moves along x, at `p` in the middle of the picture.
SceneSamples moving_led(const Vector2& p, double way) {
  SceneSamples scene = led_at(p);
  scene.sample_count = 3;
  scene.leds[0].p_WM[0].x() -= 0.5 * way;
  scene.leds[0].p_WM[2].x() += 0.5 * way;
  return scene;
}

TEST(RoomLight, ExtraSpotsStayWhereTheSeedPutsThem) {
  ImagingParameters imaging;
  imaging.extra_spots = 9;
  RenderedCamera camera(make_test_camera(), imaging, 3);
  RenderedCamera other(make_test_camera(), imaging, 4);
  const std::vector<Blob> first = spots_of(camera.render({}, Time{}, 0).image);
  const std::vector<Blob> later = spots_of(camera.render({}, kAtOneSecond, 100).image);
  const std::vector<Blob> elsewhere = spots_of(other.render({}, Time{}, 0).image);
  ASSERT_EQ(first.size(), 9u);
  ASSERT_EQ(later.size(), 9u);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_LT((first[i].uv_px - later[i].uv_px).norm(), 0.2);
    EXPECT_GT((first[i].uv_px - elsewhere[i].uv_px).norm(), 5.0);
  }
}

TEST(RoomLight, TheLampShinesFromItsTimeOn) {
  ImagingParameters imaging = noiseless();
  imaging.lamp = {.peak = 100.0, .sigma = 50.0, .centre = Vector2{0.25, 0.5}, .on = from_seconds(1.0)};
  RenderedCamera camera(make_test_camera(), imaging, 3);
  EXPECT_EQ(grey(camera.render({}, kAtOneSecond - from_seconds(0.01), 99).image, 320, 512), 20);
  const ImageView lit = camera.render({}, kAtOneSecond, 100).image;
  EXPECT_EQ(grey(lit, 320, 512), 120);
  EXPECT_EQ(grey(lit, 370, 512), 81);  // one sigma away: 100 exp(-1/2)
  EXPECT_EQ(grey(lit, 900, 512), 20);
}

TEST(RoomLight, TheGlassShowsAnLedAsFarBelowTheTableAsItStandsAbove) {
  ImagingParameters imaging;
  imaging.reflection = 0.5;
  RenderedCamera camera(make_test_camera(), imaging, 3);
  std::vector<Blob> spots = spots_of(camera.render(led_at({0.5, 0.3}), Time{}, 0).image);
  ASSERT_EQ(spots.size(), 2u);
  if (spots[0].peak < spots[1].peak) std::swap(spots[0], spots[1]);
  EXPECT_LT((spots[0].uv_px - camera.model().project(Vector2{0.5, 0.3}, 0.2).value()).norm(), 0.1);
  EXPECT_LT((spots[1].uv_px - camera.model().project(Vector2{0.5, 0.3}, -0.2).value()).norm(), 0.1);
  EXPECT_NEAR(spots[1].flux / spots[0].flux, 0.5, 0.05);
}

TEST(RoomLight, CornersAreDarkerForBackgroundAndLeds) {
  ImagingParameters imaging = noiseless();
  imaging.vignetting = 0.5;
  RenderedCamera camera(make_test_camera(), imaging, 3);
  const ImageView image = camera.render({}, Time{}, 0).image;
  EXPECT_EQ(grey(image, 640, 512), 20);
  EXPECT_EQ(grey(image, 0, 0), 10);
  const double middle = spots_of(camera.render(led_at({0.0, 0.0}), Time{}, 1).image).at(0).flux;
  const double outside = spots_of(camera.render(led_at({1.05, 0.85}), Time{}, 2).image).at(0).flux;
  EXPECT_LT(outside, 0.7 * middle);
}

TEST(RoomLight, HotPixelsAndDustStayInTheirPlaces) {
  ImagingParameters imaging = noiseless();
  imaging.hot_pixels = 30;
  imaging.dust = 30;
  RenderedCamera camera(make_test_camera(), imaging, 3);
  std::vector<std::pair<int, int>> before;
  for (const std::uint64_t picture : {0u, 7u}) {
    const ImageView image = camera.render({}, Time{}, picture).image;
    std::vector<std::pair<int, int>> hot;
    int dark = 0;
    for (int v = 0; v < image.height; ++v) {
      for (int u = 0; u < image.width; ++u) {
        if (grey(image, u, v) > 40) hot.emplace_back(u, v);
        dark += grey(image, u, v) < 19 ? 1 : 0;
      }
    }
    EXPECT_NEAR(static_cast<double>(hot.size()), 30.0, 2.0);
    EXPECT_GT(dark, 300);
    if (picture > 0) {
      EXPECT_EQ(hot, before);
    }
    before = hot;
  }
}

TEST(RoomLight, FlickerIsInTheBackgroundOverTimeAndOfARollingShutterOverTheRows) {
  ImagingParameters imaging = noiseless();
  imaging.background = 100.0;
  imaging.flicker = 0.5;
  CameraParameters parameters = make_test_camera();
  parameters.exposure = Duration::zero();
  RenderedCamera global(parameters, imaging, 3);
  EXPECT_EQ(grey(global.render({}, Time{}, 0).image, 600, 100), 150);
  const ImageView half_a_turn_on = global.render({}, Time{} + from_seconds(0.005), 1).image;
  EXPECT_EQ(grey(half_a_turn_on, 600, 100), 50);
  EXPECT_EQ(grey(half_a_turn_on, 600, 900), 50);
  parameters.readout = Readout::kRolling;
  parameters.row_time = from_seconds(1e-5);
  RenderedCamera rolling(parameters, imaging, 3);
  const ImageView bands = rolling.render({}, Time{}, 0).image;
  EXPECT_NEAR(grey(bands, 600, 511), 150, 1);
  EXPECT_NEAR(grey(bands, 600, 11), 50, 1);  // 500 rows before, 5 ms
}

TEST(RoomLight, ARollingShutterSeesAnLedWhereItIsInItsRowsTime) {
  CameraParameters parameters = make_test_camera();
  parameters.readout = Readout::kRolling;
  parameters.row_time = from_seconds(8e-6);
  RenderedCamera camera(parameters, {}, 3);
  const double whole = to_seconds(parameters.exposure) + readout_span(parameters);
  const double speed = 0.4;  // m/s
  for (const double y : {-0.8, -0.3, 0.5, 0.8}) {
    const std::vector<Blob> spots =
        spots_of(camera.render(moving_led({0.1, y}, speed * whole), Time{}, 0).image);
    ASSERT_EQ(spots.size(), 1u);
    const double delay = spot_delay(parameters, spots[0].uv_px.y());
    const Vector2 then = camera.model().project(Vector2{0.1 + speed * delay, y}, 0.2).value();
    EXPECT_GT(std::abs(speed * delay), 4e-4);
    EXPECT_LT((spots[0].uv_px - then).norm(), 0.08) << y;
  }
}

TEST(RoomLight, OfAMovingLedOddRowsOfAnInterlacedPictureShowALaterPlace) {
  CameraParameters parameters = make_test_camera();
  parameters.rate = 30.0;
  parameters.readout = Readout::kInterlaced;
  RenderedCamera camera(parameters, noiseless(), 3);
  const double whole = to_seconds(parameters.exposure) + readout_span(parameters);
  const ImageView image = camera.render(moving_led({0.0, 0.0}, 0.5 * whole), Time{}, 0).image;
  std::array<double, 2> light{};
  std::array<double, 2> moment{};
  for (int v = 450; v < 570; ++v) {
    for (int u = 580; u < 700; ++u) {
      const double above = grey(image, u, v) - 20;
      light[v % 2] += above;
      moment[v % 2] += above * u;
    }
  }
  const double later = moment[1] / light[1] - moment[0] / light[0];
  const double a_field = 0.5 * (0.5 / 30.0) * 1200.0 / 2.4;  // way in half a picture's time, px
  EXPECT_NEAR(later, a_field, 0.05 * a_field);
  EXPECT_NEAR(light[1] / light[0], 1.0, 0.02);
}

}  // namespace
}  // namespace freefloat
