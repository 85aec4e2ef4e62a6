#include <gtest/gtest.h>

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <random>

#include "unit/vision/test_picture.h"
#include "vision/find_blobs.h"

namespace freefloat {
namespace {

constexpr int kSide = 48;

struct Conditions {
  double sigma = 2.0;   // pixels
  double peak = 200.0;  // grey levels
  double background = 20.0;
  double read = 4.0;
  double shot = 0.0;
  double gradient = 0.0;           // grey levels a pixel, along both axes
  Vector2 blur = Vector2::Zero();  // path during the exposure, pixels
};

struct Accuracy {
  double rms = 0.0;        // pixels, one axis
  double bound = 0.0;      // Cramer-Rao, pixels, one axis
  double predicted = 0.0;  // from the blob's own covariance
  Vector2 bias = Vector2::Zero();
};

TestPicture paint(const Conditions& c, const Vector2& uv) {
  TestPicture picture(kSide, kSide, c.background);
  picture.add_gradient(c.gradient, c.gradient);
  const int parts = c.blur.norm() > 0.0 ? 32 : 1;
  for (int i = 0; i < parts; ++i) {
    picture.add_spot(uv + ((i + 0.5) / parts - 0.5) * c.blur, c.peak / parts, c.sigma);
  }
  return picture;
}

// Cramer-Rao bound of the position with amplitude unknown, pixel by pixel from numerical slopes of the
// picture itself; pixels at full scale tell nothing, rounding adds 1/12.
double position_bound(const Conditions& c, const Vector2& uv) {
  const TestPicture middle = paint(c, uv);
  Conditions dark = c;
  dark.peak = 0.0;
  const TestPicture under = paint(dark, uv);
  const double h = 0.01;
  const TestPicture right = paint(c, uv + Vector2{h, 0.0}), left = paint(c, uv - Vector2{h, 0.0});
  const TestPicture low = paint(c, uv + Vector2{0.0, h}), high = paint(c, uv - Vector2{0.0, h});
  Eigen::Matrix3d fisher = Eigen::Matrix3d::Zero();
  for (int v = 0; v < kSide; ++v) {
    for (int u = 0; u < kSide; ++u) {
      if (middle.light(u, v) > 254.5) continue;
      const Eigen::Vector3d slope{(right.light(u, v) - left.light(u, v)) / (2 * h),
                                  (low.light(u, v) - high.light(u, v)) / (2 * h),
                                  (middle.light(u, v) - under.light(u, v)) / c.peak};
      fisher +=
          slope * slope.transpose() / (c.read * c.read + c.shot * c.shot * middle.light(u, v) + 1.0 / 12.0);
    }
  }
  const Eigen::Matrix3d covariance = fisher.inverse();
  return 0.5 * (covariance(0, 0) + covariance(1, 1));
}

Accuracy measure(const Conditions& c, int pictures) {
  VisionConfig config;
  config.read_noise = c.read;
  config.shot_noise = c.shot;
  BlobFinder finder(config);
  const auto blobs = std::make_unique<BlobList>();
  std::mt19937_64 random(42);
  Accuracy result;
  double squares = 0.0;
  double bound = 0.0;
  double predicted = 0.0;
  for (int i = 0; i < pictures; ++i) {
    const Vector2 uv{kSide / 2 + TestPicture::uniform(random), kSide / 2 + TestPicture::uniform(random)};
    TestPicture picture = paint(c, uv);
    finder.find_blobs(picture.expose(c.read, c.shot, random), *blobs);
    if (blobs->count != 1) {
      ADD_FAILURE() << blobs->count << " blobs";
      return result;
    }
    const Blob& blob = blobs->blobs[0];
    squares += 0.5 * (blob.uv_px - uv).squaredNorm();
    result.bias += (blob.uv_px - uv) / pictures;
    predicted += 0.5 * blob.covariance_px.trace();
    if (i % 20 == 0) bound += position_bound(c, uv);
  }
  result.rms = std::sqrt(squares / pictures);
  result.bound = std::sqrt(bound / ((pictures + 19) / 20));
  result.predicted = std::sqrt(predicted / pictures);
  std::printf("centroid error %.5f px, bound %.5f px, ratio %.3f, own estimate %.5f px, bias %+.5f %+.5f\n",
              result.rms, result.bound, result.rms / result.bound, result.predicted, result.bias.x(),
              result.bias.y());
  return result;
}

constexpr int kMeasuredPictures = 1500;

void expect_within_a_tenth_of_the_bound(const Conditions& c) {
  const Accuracy accuracy = measure(c, kMeasuredPictures);
  EXPECT_LT(accuracy.rms, 1.1 * accuracy.bound);
  EXPECT_GT(accuracy.rms, 0.95 * accuracy.bound);
  // The estimator weighs LEDs by this covariance.
  EXPECT_NEAR(accuracy.predicted / accuracy.rms, 1.0, 0.12);
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundForConstantNoise) {
  const Accuracy accuracy = measure({}, kMeasuredPictures);
  EXPECT_NEAR(accuracy.bound, 4.0 / 200.0 * std::sqrt(2.0 / std::numbers::pi), 5e-4);
  expect_within_a_tenth_of_the_bound({});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundForShotNoise) {
  expect_within_a_tenth_of_the_bound(
      {.sigma = 1.25, .peak = 180.0, .background = 15.0, .read = 1.5, .shot = 0.3});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundForSharpSpots) {
  expect_within_a_tenth_of_the_bound({.sigma = 0.9, .peak = 200.0});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundForWideSpots) {
  expect_within_a_tenth_of_the_bound({.sigma = 3.5, .peak = 150.0});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundWithSaturation) {
  expect_within_a_tenth_of_the_bound({.peak = 500.0});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundJustAboveFullScale) {
  expect_within_a_tenth_of_the_bound({.peak = 245.0});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundWithMotionBlurAlongARow) {
  expect_within_a_tenth_of_the_bound({.peak = 250.0, .blur = {5.0, 0.0}});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundWithObliqueMotionBlur) {
  expect_within_a_tenth_of_the_bound({.peak = 250.0, .blur = {3.0, 3.0}});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundOnAGradient) {
  expect_within_a_tenth_of_the_bound({.gradient = 0.4});
}

TEST(CentroidAccuracy, IsWithinATenthOfTheBoundForFaintSpots) {
  expect_within_a_tenth_of_the_bound({.peak = 80.0});
}

}  // namespace
}  // namespace freefloat
