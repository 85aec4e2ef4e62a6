// The lens models beside OpenCV's own functions.
#include "vision/lens_distortion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/calib3d.hpp>
#include <random>

#include "types/angle.h"
#include "unit/vision/test_picture.h"
#include "vision/camera_model.h"

namespace freefloat {
namespace {

// As a calibration of a wide lens gives them.
const LensDistortion kRational{DistortionModel::kRationalPolynomial,
                               {0.72, -0.31, 0.0009, -0.0006, -0.021, 1.02, -0.17, -0.083}};
const LensDistortion kThinPrism{
    DistortionModel::kRationalPolynomial,
    {0.72, -0.31, 0.0009, -0.0006, -0.021, 1.02, -0.17, -0.083, 0.004, -0.002, -0.006, 0.003}};
const LensDistortion kFisheye{DistortionModel::kEquidistant, {-0.013, 0.021, -0.017, 0.0042}};

/// Where OpenCV puts the ray (x, y, 1) without focal length and principal point.
Vector2 bend_by_opencv(const LensDistortion& lens, const Vector2& xy) {
  const std::vector<cv::Point3d> ray{{xy.x(), xy.y(), 1.0}};
  const cv::Matx33d k = cv::Matx33d::eye();
  const cv::Vec3d none(0, 0, 0);
  std::vector<cv::Point2d> bent;
  if (lens.model == DistortionModel::kEquidistant) {
    cv::fisheye::projectPoints(ray, bent, none, none, k, cv::Vec4d(lens.terms.data()));
  } else {
    cv::projectPoints(ray, none, none, k, cv::Vec<double, 12>(lens.terms.data()), bent);
  }
  return {bent[0].x, bent[0].y};
}

Vector2 draw_ray(std::mt19937_64& random, double widest) {
  const double radius = widest * std::sqrt(TestPicture::uniform(random));
  const double direction = 2.0 * kPi * TestPicture::uniform(random);
  return {radius * std::cos(direction), radius * std::sin(direction)};
}

TEST(LensDistortion, BendsEightAndTwelveTermLensesLikeOpenCv) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 1000; ++i) {
    for (const LensDistortion& lens : {kRational, kThinPrism}) {
      const Vector2 xy = draw_ray(random, 1.2);
      EXPECT_LT((lens.bend(xy).point - bend_by_opencv(lens, xy)).norm(), 1e-12);
    }
  }
}

TEST(LensDistortion, BendsFisheyesLikeOpenCv) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 1000; ++i) {
    const Vector2 xy = draw_ray(random, std::tan(deg_to_rad(80.0)));
    EXPECT_LT((kFisheye.bend(xy).point - bend_by_opencv(kFisheye, xy)).norm(), 1e-12);
  }
  EXPECT_EQ(kFisheye.bend(Vector2::Zero()).point, Vector2(0.0, 0.0));
}

TEST(LensDistortion, UnbendsWhatItBent) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    for (const auto& [lens, widest] : {std::pair(kRational, 1.2), {kFisheye, std::tan(deg_to_rad(80.0))}}) {
      const Vector2 xy = draw_ray(random, widest);
      const auto back = lens.unbend(lens.bend(xy).point);
      ASSERT_TRUE(back);
      EXPECT_LT((*back - xy).norm(), 1e-11 * (1.0 + xy.squaredNorm()));
    }
  }
  EXPECT_EQ(kFisheye.unbend(Vector2::Zero()), Vector2(0.0, 0.0));
}

TEST(LensDistortion, JacobianIsTheSlope) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 100; ++i) {
    for (const LensDistortion& lens : {kRational, kThinPrism, kFisheye}) {
      const Vector2 xy = draw_ray(random, 1.2);
      const Matrix2 jacobian = lens.bend(xy).jacobian;
      for (int c = 0; c < 2; ++c) {
        const Vector2 step = 1e-6 * Vector2::Unit(c);
        const Vector2 slope = (lens.bend(xy + step).point - lens.bend(xy - step).point) / 2e-6;
        EXPECT_LT((jacobian.col(c) - slope).norm(), 1e-9);
      }
    }
  }
}

TEST(LensDistortion, RefusesWhatNoRayReaches) {
  // Fisheye: a ray from the side, at 90 degrees, comes to 1.64; nothing in front of the camera goes beyond.
  EXPECT_FALSE(kFisheye.unbend({3.0, 0.0}));
  EXPECT_FALSE(kFisheye.unbend({std::nan(""), 0.0}));
  // The pole of the fraction: nothing is shown beyond it.
  const LensDistortion pole{DistortionModel::kRationalPolynomial, {0, 0, 0, 0, 0, -0.5, 0, 0}};
  CameraParameters camera;
  camera.fx = camera.fy = 500.0;
  camera.distortion_model = pole.model;
  camera.distortion = pole.terms;
  EXPECT_FALSE(CameraModel(camera).project({6.0, 0.0, 0.0}));
  EXPECT_TRUE(CameraModel(camera).project({1.0, 0.0, 0.0}));
}

}  // namespace
}  // namespace freefloat
