#include "identification/body_poses.h"

#include <gtest/gtest.h>

#include "support/random_robot.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

RobotParameters robot_with_leds() {
  RobotParameters robot = lateral3_robot();
  robot.markers = {{"tail", 0, {-0.2, 0.03}, 0.2},
                   {"front", 0, {0.2, 0.07}, 0.2},
                   {"one", 1, {0.1, 0.01}, 0.2},
                   {"two", 2, {0.15, 0.0}, 0.2},
                   {"tip", 3, {0.1, 0.03}, 0.2}};
  return robot;
}

/// Where the LEDs are for a pose.
PictureSample picture_at(const BodyGeometry& geometry, const Vector2& origin, const Eigen::VectorXd& angles,
                         double time) {
  PictureSample picture;
  picture.captured = Time{} + from_seconds(time);
  picture.moving = true;
  for (const BodyGeometry::Led& led : geometry.leds) {
    Vector2 p = origin;
    for (int b = 0; b < led.body; ++b) p += rotate(angles[b], geometry.to_next[b]);
    picture.leds.push_back({true, p + rotate(angles[led.body], led.place), 1e-4});
  }
  return picture;
}

TEST(BodyPoses, AreThoseThatTheLedsShowAndTurnOnContinuously) {
  const BodyGeometry geometry(robot_with_leds());
  MotionSeries series;
  std::vector<Eigen::VectorXd> angles;
  for (int i = 0; i < 50; ++i) {
    const double t = 0.1 * i;
    angles.push_back(Eigen::Vector4d(0.4 + 1.5 * t, 0.5 + 2.1 * t, -0.6 + t, 0.3 - t));
    series.pictures.push_back(picture_at(geometry, {0.1 * t, -0.05 * t}, angles.back(), t));
  }
  series.readings.push_back({Time{}, Time{}, Eigen::Vector3d(0.1, -1.1, 0.9), Eigen::Vector3d::Zero(), {}});
  const auto poses = fit_body_poses(geometry, series);
  ASSERT_EQ(poses.size(), 50u);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    EXPECT_LT((poses[i].angles - angles[i]).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(poses[i].origin.x(), 0.01 * static_cast<double>(i), 1e-9);
  }
}

TEST(BodyPoses, AreLeftOutWhereAnLedIsHiddenOrSomewhereElse) {
  const BodyGeometry geometry(robot_with_leds());
  MotionSeries series;
  for (int i = 0; i < 3; ++i)
    series.pictures.push_back(picture_at(geometry, Vector2::Zero(), Eigen::Vector4d(0.1, 0.2, 0.3, 0.4), i));
  series.pictures[1].leds[4].seen = false;
  series.pictures[2].leds[1].p_WM += Vector2(0.08, 0.0);
  series.readings.push_back({Time{}, Time{}, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(), {}});
  const auto poses = fit_body_poses(geometry, series);
  ASSERT_EQ(poses.size(), 1u);
  EXPECT_EQ(poses[0].picture, 0u);
}

}  // namespace
}  // namespace freefloat
