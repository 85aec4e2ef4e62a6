#include "calibration/lens_field.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freefloat {
namespace {

CameraParameters plain_lens() {
  CameraParameters lens;
  lens.width = 640;
  lens.height = 480;
  lens.fx = lens.fy = 500.0;
  lens.cx = 319.5;
  lens.cy = 239.5;
  return lens;
}

TEST(LensField, ATurnedCameraIsNoDifference) {
  const CameraParameters a = plain_lens();
  CameraParameters b = a;
  b.cx += 1.0;  // nearly a turn by 1 / 500 rad
  const LensDifference difference = compare_lenses(a, b);
  EXPECT_NEAR(difference.turn.norm(), 1.0 / 500.0, 3e-4);
  EXPECT_LT(difference.field.rms(), 0.2);
  EXPECT_NEAR(compare_lenses(a, a).field.largest(), 0.0, 1e-9);
}

TEST(LensField, AnotherFocalLengthIsOneAtTheEdge) {
  const CameraParameters a = plain_lens();
  CameraParameters b = a;
  b.fx = b.fy = 505.0;
  // 1 % of the distance from the middle, 400 px in the corners.
  EXPECT_NEAR(compare_lenses(a, b).field.largest(), 3.85, 0.15);
}

TEST(LensField, UncertainFocalLengthGrowsTowardsTheEdge) {
  LensFit fit;
  fit.lens = plain_lens();
  fit.intrinsics = intrinsics_of(fit.lens, fit.model);
  fit.covariance = Eigen::MatrixXd::Zero(9, 9);
  fit.covariance.topLeftCorner(2, 2).setConstant(1.0);  // fx and fy together, 1 px
  const LensField field = projection_uncertainty(fit);
  const Vector2 corner = field.middle(0, 0) - Vector2(319.5, 239.5);
  EXPECT_NEAR(field.values.front(), corner.norm() / 500.0, 1e-3);
  // On a table a wrong focal length is the same as another distance, which its own calibration makes up for.
  EXPECT_LT(table_uncertainty(fit, 2.5).largest(), 1e-6);
}

TEST(LensField, ScalesALensToBinnedPictures) {
  const auto half = scale_lens(plain_lens(), 320, 240);
  ASSERT_TRUE(half);
  EXPECT_DOUBLE_EQ(half->fx, 250.0);
  EXPECT_DOUBLE_EQ(half->cx, 159.5);  // the middle stays the middle
  EXPECT_FALSE(scale_lens(plain_lens(), 640, 360));
}

}  // namespace
}  // namespace freefloat
