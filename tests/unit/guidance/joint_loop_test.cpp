#include "guidance/joint_loop.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

constexpr LoopPace kPace{1.2, 3.0};

TEST(JointLoop, EndsWhereItBeganAndPassesAllCorners) {
  const JointLoop loop{0, 2, 0.8, -1.1};
  const JointVector home = Eigen::Vector3d(0.1, 0.2, 0.3);
  double time = 0.0;
  const Eigen::Vector3d corners[] = {{0.9, 0.2, 0.3}, {0.9, 0.2, -0.8}, {0.1, 0.2, -0.8}, {0.1, 0.2, 0.3}};
  for (int side = 0; side < 4; ++side) {
    time += side_duration(kPace, loop.side(side));
    EXPECT_LT((loop_point(kPace, loop, home, time).joints - corners[side]).norm(), 1e-12);
  }
  EXPECT_DOUBLE_EQ(time, loop_duration(kPace, loop));
  EXPECT_EQ(loop_point(kPace, loop, home, time + 1.0).joints, home);
  EXPECT_EQ(loop_point(kPace, loop, home, -1.0).joints, home);
}

TEST(JointLoop, KeepsRateAndAccelerationAndItsRatesAreItsMotion) {
  for (const double side : {0.05, 0.4, 3.0}) {
    const JointLoop loop{1, 0, side, -1.5 * side};
    const JointVector home = Eigen::Vector2d(0.1, 0.2);
    const double h = 1e-4;
    LoopPoint last = loop_point(kPace, loop, home, 0.0);
    for (double time = h; time < loop_duration(kPace, loop); time += h) {
      const LoopPoint point = loop_point(kPace, loop, home, time);
      ASSERT_LE(point.rates.lpNorm<Eigen::Infinity>(), kPace.max_rate + 1e-12);
      ASSERT_LE((point.rates - last.rates).lpNorm<Eigen::Infinity>(), h * kPace.acceleration + 1e-9);
      ASSERT_LT((point.joints - last.joints - 0.5 * h * (point.rates + last.rates)).norm(), 1e-7);
      last = point;
    }
  }
}

TEST(JointLoop, TimeAlongASideIsTheInverseOfItsMotion) {
  for (const double side : {0.05, -0.4, 3.0}) {
    const JointLoop loop{0, 1, side, 1.0};
    for (const double part : {0.0, 0.1, 0.5, 0.7, 0.95, 1.0}) {
      const double way = part * std::abs(side);
      const double time = time_along_side(kPace, side, way);
      EXPECT_NEAR(std::abs(loop_point(kPace, loop, Eigen::Vector2d::Zero(), time).joints[0]), way, 1e-12);
    }
  }
}

}  // namespace
}  // namespace freefloat
