#include "vision/camera_model.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <opencv2/calib3d.hpp>
#include <random>

#include "types/angle.h"
#include "unit/vision/test_picture.h"

namespace freefloat {
namespace {

CameraParameters bent_camera() {
  CameraParameters camera;
  camera.width = 1280;
  camera.height = 1024;
  camera.fx = 1301.0;
  camera.fy = 1297.0;
  camera.cx = 645.2;
  camera.cy = 508.9;
  camera.distortion = {-0.21, 0.09, 0.0011, -0.0007, -0.015};
  camera.p_WC = {0.03, -0.02, 2.6};
  camera.rpy_WC = {0.02, -0.035, 0.4};
  return camera;
}

Vector2 draw_point(std::mt19937_64& random, double half) {
  return {half * (2.0 * TestPicture::uniform(random) - 1.0),
          half * (2.0 * TestPicture::uniform(random) - 1.0)};
}

TEST(CameraModel, ProjectsLikeOpenCv) {
  const CameraParameters p = bent_camera();
  const CameraModel camera(p);
  const cv::Matx33d k(p.fx, 0, p.cx, 0, p.fy, p.cy, 0, 0, 1);
  const cv::Vec<double, 5> distortion(p.distortion.data());
  // Written out from the header's convention, without the class's own code.
  const double cr = std::cos(p.rpy_WC.x()), sr = std::sin(p.rpy_WC.x());
  const double cp = std::cos(p.rpy_WC.y()), sp = std::sin(p.rpy_WC.y());
  const double cy = std::cos(p.rpy_WC.z()), sy = std::sin(p.rpy_WC.z());
  Eigen::Matrix3d rx, ry, rz;
  rx << 1, 0, 0, 0, cr, -sr, 0, sr, cr;
  ry << cp, 0, sp, 0, 1, 0, -sp, 0, cp;
  rz << cy, -sy, 0, sy, cy, 0, 0, 0, 1;
  const Eigen::Matrix3d r_WC = rz * ry * rx * Eigen::Vector3d(1, -1, -1).asDiagonal();
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const Vector2 xy = draw_point(random, 0.9);
    const Eigen::Vector3d point{xy.x(), xy.y(), 0.4 * TestPicture::uniform(random)};
    const Eigen::Vector3d p_CX = r_WC.transpose() * (point - p.p_WC);
    std::vector<cv::Point2d> expected;
    cv::projectPoints(std::vector<cv::Point3d>{{p_CX.x(), p_CX.y(), p_CX.z()}}, cv::Vec3d(0, 0, 0),
                      cv::Vec3d(0, 0, 0), k, distortion, expected);
    const auto uv = camera.project(point);
    ASSERT_TRUE(uv);
    EXPECT_NEAR(uv->x(), expected[0].x, 1e-9);
    EXPECT_NEAR(uv->y(), expected[0].y, 1e-9);
  }
}

TEST(CameraModel, UndistortsLikeOpenCv) {
  const CameraParameters p = bent_camera();
  const CameraModel camera(p);
  const cv::Matx33d k(p.fx, 0, p.cx, 0, p.fy, p.cy, 0, 0, 1);
  const cv::Vec<double, 5> distortion(p.distortion.data());
  std::mt19937_64 random(2);
  for (int i = 0; i < 200; ++i) {
    const cv::Point2d uv{1279.0 * TestPicture::uniform(random), 1023.0 * TestPicture::uniform(random)};
    std::vector<cv::Point2d> expected;
    cv::undistortPoints(std::vector<cv::Point2d>{uv}, expected, k, distortion, cv::noArray(), cv::noArray(),
                        cv::TermCriteria(cv::TermCriteria::COUNT | cv::TermCriteria::EPS, 200, 1e-14));
    const auto xy = camera.undistort({uv.x, uv.y});
    ASSERT_TRUE(xy);
    EXPECT_NEAR(xy->x(), expected[0].x, 1e-10);
    EXPECT_NEAR(xy->y(), expected[0].y, 1e-10);
  }
}

TEST(CameraModel, LooksStraightDownWithoutRotation) {
  CameraParameters p = bent_camera();
  p.rpy_WC.setZero();
  p.distortion = {};
  const CameraModel camera(p);
  const Vector2 origin = camera.project(p.p_WC.head<2>(), 0.0).value();
  EXPECT_NEAR(origin.x(), p.cx, 1e-12);
  EXPECT_NEAR(origin.y(), p.cy, 1e-12);
  EXPECT_GT(camera.project(p.p_WC.head<2>() + Vector2{0.1, 0.0}, 0.0)->x(), p.cx);
  EXPECT_LT(camera.project(p.p_WC.head<2>() + Vector2{0.0, 0.1}, 0.0)->y(), p.cy);
}

TEST(CameraModel, BackProjectionInvertsProjectionAtTheSameHeight) {
  const CameraModel camera(bent_camera());
  std::mt19937_64 random(3);
  for (int i = 0; i < 200; ++i) {
    const Vector2 point = draw_point(random, 0.9);
    const double height = 0.4 * TestPicture::uniform(random);
    const auto back = camera.back_project(camera.project(point, height).value(), height);
    ASSERT_TRUE(back);
    EXPECT_LT((*back - point).norm(), 1e-12);
  }
}

TEST(CameraModel, JacobianIsTheSlopeOfBackProjection) {
  const CameraModel camera(bent_camera());
  std::mt19937_64 random(4);
  for (int i = 0; i < 50; ++i) {
    const Vector2 uv{1279.0 * TestPicture::uniform(random), 1023.0 * TestPicture::uniform(random)};
    const Matrix2 jacobian = camera.back_projection_jacobian(uv, 0.2);
    for (int c = 0; c < 2; ++c) {
      const Vector2 step = 1e-3 * Vector2::Unit(c);
      const Vector2 slope =
          (camera.back_project(uv + step, 0.2).value() - camera.back_project(uv - step, 0.2).value()) / 2e-3;
      EXPECT_LT((jacobian.col(c) - slope).norm(), 1e-9);
    }
  }
}

TEST(CameraModel, RefusesPointsBehindAndRaysThatMissThePlane) {
  const CameraModel camera(bent_camera());
  EXPECT_FALSE(camera.project({0.0, 0.0, 3.0}));
  EXPECT_FALSE(camera.back_project({640.0, 512.0}, 2.7));
  const double nan = std::nan("");
  EXPECT_FALSE(camera.back_project({nan, 0.0}, 0.0));
  EXPECT_FALSE(camera.project({nan, 0.0, 0.0}));
}

TEST(CameraModel, RefusesPixelsBeyondTheFoldOfTheLens) {
  CameraParameters p = bent_camera();
  p.distortion = {-0.5, 0.0, 0.0, 0.0, 0.0};  // the radius 0.54 is the largest that any ray reaches
  const CameraModel camera(p);
  EXPECT_FALSE(camera.undistort({p.cx + 0.6 * p.fx, p.cy}));
  EXPECT_TRUE(camera.undistort({p.cx + 0.5 * p.fx, p.cy}));
}

TEST(CameraModel, NamesTheTableCornerItDoesNotSee) {
  CameraParameters p = bent_camera();
  p.rpy_WC.setZero();
  p.p_WC = {0.0, 0.0, 2.6};
  p.distortion = {};
  p.fx = p.fy = 1100.0;
  p.cx = 639.5;
  p.cy = 511.5;
  EXPECT_FALSE(find_uncovered_corner(CameraModel(p), TableParameters{}, 0.3));
  p.p_WC.x() = 0.7;
  const auto corner = find_uncovered_corner(CameraModel(p), TableParameters{}, 0.3);
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->x(), -0.9);
  // Nearer to the lens the view is narrower.
  p.p_WC = {0.0, 0.0, 2.0};
  EXPECT_FALSE(find_uncovered_corner(CameraModel(p), TableParameters{}, 0.0));
  EXPECT_TRUE(find_uncovered_corner(CameraModel(p), TableParameters{}, 0.3));
}

}  // namespace
}  // namespace freefloat
