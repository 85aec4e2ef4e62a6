#include "hal/sim/rendered_camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "unit/vision/test_scene.h"
#include "vision/find_blobs.h"

namespace freefloat {
namespace {

std::vector<std::uint8_t> copy(const ImageView& image) {
  std::vector<std::uint8_t> pixels;
  for (int v = 0; v < image.height; ++v) {
    const std::uint8_t* const row = image.pixels + v * image.stride;
    pixels.insert(pixels.end(), row, row + image.width);
  }
  return pixels;
}

struct Statistics {
  double mean = 0.0;
  double variance = 0.0;
};

Statistics of_columns(const ImageView& image, int u0, int u1) {
  double sum = 0.0;
  double squares = 0.0;
  for (int v = 0; v < image.height; ++v) {
    for (int u = u0; u < u1; ++u) {
      const double grey = image.pixels[v * image.stride + u];
      sum += grey;
      squares += grey * grey;
    }
  }
  const double count = static_cast<double>(image.height) * (u1 - u0);
  return {sum / count, squares / count - sum / count * sum / count};
}

SceneSamples one_led(const Vector2& p, double height = 0.2) {
  SceneSamples scene;
  scene.led_count = 1;
  scene.leds[0].height = height;
  scene.leds[0].p_WM.fill(p);
  return scene;
}

double light_above_background(const ImageView& image, const ImagingParameters& imaging) {
  double sum = 0.0;
  for (int v = 0; v < image.height; ++v) {
    for (int u = 0; u < image.width; ++u) sum += image.pixels[v * image.stride + u] - imaging.background;
  }
  return sum;
}

// Nothing but light: no noise, a background of whole grey levels.
ImagingParameters ideal_imaging() {
  ImagingParameters imaging;
  imaging.background = 20.0;
  imaging.background_gradient = 0.0;
  imaging.read_noise = 0.0;
  imaging.shot_noise = 0.0;
  return imaging;
}

TEST(RenderedCamera, BackgroundHasTheConfiguredMeanGradientAndNoise) {
  const ImagingParameters imaging;
  RenderedCamera camera(make_test_camera(), imaging, 1);
  const CameraPicture picture = camera.render({}, Time{}, 0);
  for (const int u : {0, 600, 1216}) {
    const Statistics columns = of_columns(picture.image, u, u + 64);
    const double mean = imaging.background + imaging.background_gradient * (u + 32) / 1280.0;
    // Eight columns of play in the stored background; rounding to grey levels adds 1/12.
    EXPECT_NEAR(columns.mean, mean, 0.08);
    EXPECT_NEAR(columns.variance, imaging.read_noise * imaging.read_noise + 0.09 * mean + 1.0 / 12.0, 0.1);
  }
}

TEST(RenderedCamera, NoiseDiffersBetweenPictures) {
  RenderedCamera camera(make_test_camera(), {}, 1);
  const auto first = copy(camera.render(one_led({0.1, 0.2}), Time{}, 0).image);
  const auto second = copy(camera.render(one_led({0.1, 0.2}), Time{}, 1).image);
  std::size_t equal = 0;
  for (std::size_t i = 0; i < first.size(); ++i) equal += first[i] == second[i] ? 1 : 0;
  EXPECT_LT(equal, first.size() / 4);
}

TEST(RenderedCamera, PictureDependsOnSeedNumberAndSceneOnly) {
  SceneSamples scene = make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, {-0.5, 0.4});
  scene.glare_count = 3;
  RenderedCamera first(make_test_camera(), {}, 5);
  RenderedCamera second(make_test_camera(), {}, 5);
  RenderedCamera other(make_test_camera(), {}, 6);
  for (int i = 0; i < 10; ++i) first.render(scene, Time{}, static_cast<std::uint64_t>(i));
  const auto expected = copy(second.render(scene, Time{}, 42).image);
  EXPECT_EQ(copy(first.render(scene, Time{}, 42).image), expected);
  EXPECT_NE(copy(other.render(scene, Time{}, 42).image), expected);
}

TEST(RenderedCamera, NoTraceOfAnLedRemainsInTheNextPictures) {
  RenderedCamera used(make_test_camera(), {}, 5);
  RenderedCamera fresh(make_test_camera(), {}, 5);
  SceneSamples scene = make_test_scene({0.1, -0.2}, 0.4, {0.7, -1.2}, {-0.5, 0.4});
  scene.glare_count = 20;
  for (std::uint64_t i = 0; i < 20; ++i) used.render(scene, Time{}, i);
  for (std::uint64_t i = 20; i < 23; ++i) {
    EXPECT_EQ(copy(used.render({}, Time{}, i).image), copy(fresh.render({}, Time{}, i).image));
  }
}

TEST(RenderedCamera, LedIsFoundWhereTheCameraModelPutsIt) {
  RenderedCamera camera(make_test_camera(), {}, 2);
  BlobFinder finder(VisionConfig{.read_noise = 1.5});
  const auto blobs = std::make_unique<BlobList>();
  double squares = 0.0;
  double variance = 0.0;
  constexpr int kPictures = 500;
  for (int i = 0; i < kPictures; ++i) {
    const Vector2 p{-0.8 + 1.6 * i / kPictures, 0.7 * std::sin(0.1 * i)};
    const CameraPicture picture = camera.render(one_led(p), Time{}, static_cast<std::uint64_t>(i));
    finder.find_blobs(picture.image, *blobs);
    ASSERT_EQ(blobs->count, 1);
    squares += (blobs->blobs[0].uv_px - camera.model().project(p, 0.2).value()).squaredNorm();
    variance += blobs->blobs[0].covariance_px.trace();
  }
  EXPECT_LT(std::sqrt(squares / (2 * kPictures)), 0.02);
  EXPECT_NEAR(std::sqrt(squares / variance), 1.0, 0.1);
}

TEST(RenderedCamera, DefocusAndMotionSpreadTheLightButKeepIt) {
  ImagingParameters imaging = ideal_imaging();
  const double flux = imaging.led_peak * 2.0 * std::numbers::pi * imaging.psf_sigma * imaging.psf_sigma;
  imaging.defocus = 0.0;
  RenderedCamera sharp(make_test_camera(), imaging, 1);
  imaging.defocus = 1.0;
  RenderedCamera soft(make_test_camera(), imaging, 1);
  SceneSamples moving = one_led({0.1, 0.1});
  moving.sample_count = 3;
  for (std::size_t k = 0; k < 3; ++k) moving.leds[0].p_WM[k].x() += 0.01 * static_cast<double>(k);
  const auto brightest = [](const std::vector<std::uint8_t>& pixels) {
    return *std::max_element(pixels.begin(), pixels.end());
  };
  const CameraPicture still = sharp.render(one_led({0.1, 0.1}), Time{}, 0);
  EXPECT_NEAR(light_above_background(still.image, imaging) / flux, 1.0, 0.02);
  const int sharp_peak = brightest(copy(still.image));
  const CameraPicture spread = soft.render(one_led({0.1, 0.1}), Time{}, 0);
  EXPECT_NEAR(light_above_background(spread.image, imaging) / flux, 1.0, 0.03);
  EXPECT_LT(brightest(copy(spread.image)), 0.75 * sharp_peak);
  const CameraPicture streak = sharp.render(moving, Time{}, 1);
  EXPECT_NEAR(light_above_background(streak.image, imaging) / flux, 1.0, 0.03);
  EXPECT_LT(brightest(copy(streak.image)), 0.5 * sharp_peak);
}

TEST(RenderedCamera, HiddenLedsAndLedsOutOfViewLeaveNoLight) {
  RenderedCamera camera(make_test_camera(), ideal_imaging(), 1);
  SceneSamples scene = one_led({0.1, 0.1});
  scene.leds[0].visible = false;
  EXPECT_EQ(light_above_background(camera.render(scene, Time{}, 0).image, ideal_imaging()), 0.0);
  EXPECT_EQ(light_above_background(camera.render(one_led({5.0, 0.1}), Time{}, 0).image, ideal_imaging()),
            0.0);
  EXPECT_EQ(
      light_above_background(camera.render(one_led({0.1, std::nan("")}), Time{}, 0).image, ideal_imaging()),
      0.0);
}

TEST(RenderedCamera, LightOfNeighbouringLedsAdds) {
  RenderedCamera camera(make_test_camera(), ideal_imaging(), 1);
  SceneSamples scene = one_led({0.1, 0.1});
  const double one = light_above_background(camera.render(scene, Time{}, 0).image, ideal_imaging());
  scene.led_count = 2;
  scene.leds[1] = scene.leds[0];
  scene.leds[1].p_WM.fill({0.108, 0.1});
  const double two = light_above_background(camera.render(scene, Time{}, 0).image, ideal_imaging());
  EXPECT_NEAR(two / one, 2.0, 0.03);
}

TEST(RenderedCamera, BrightLightSaturates) {
  ImagingParameters imaging;
  imaging.led_peak = 800.0;
  RenderedCamera camera(make_test_camera(), imaging, 1);
  const auto pixels = copy(camera.render(one_led({0.0, 0.0}), Time{}, 0).image);
  EXPECT_GT(std::count(pixels.begin(), pixels.end(), 255), 5);
}

TEST(RenderedCamera, HandsTimeNumberAndExposureThrough) {
  RenderedCamera camera(make_test_camera(), {}, 1);
  const CameraPicture picture = camera.render({}, Time{from_seconds(1.5)}, 77);
  EXPECT_EQ(picture.capture_time, Time{from_seconds(1.5)});
  EXPECT_EQ(picture.sequence, 77u);
  EXPECT_EQ(picture.exposure, make_test_camera().exposure);
  EXPECT_EQ(picture.image.width, 1280);
  EXPECT_EQ(picture.image.height, 1024);
}

}  // namespace
}  // namespace freefloat
