#include "hal/sim/joint_inertia.h"

#include <gtest/gtest.h>

namespace freefloat {
namespace {

RobotParameters two_link_robot() {
  RobotParameters robot;
  robot.satellite_mass = 6.256;
  robot.satellite_inertia = 0.169;
  robot.satellite_to_joint = {0.19, 0.0};
  robot.links = {{0.747, 0.0424, {0.162, 0.0}, {0.188, 0.0}}, {0.620, 0.0141, {0.124, 0.0}, {0.226, 0.0}}};
  return robot;
}

// Hand calculation for the last joint of a one-link arm: two bodies of equal mass and inertia, joined at
// their mass centres.
TEST(JointInertia, OfTwoEqualDiscsOnOneAxleIsHalfOfOne) {
  RobotParameters robot;
  robot.satellite_mass = 2.0;
  robot.satellite_inertia = 0.1;
  robot.links = {{2.0, 0.1, {0.0, 0.0}, {0.1, 0.0}}};
  EXPECT_NEAR(estimate_joint_inertias(robot)[0], 0.05, 1e-15);
}

TEST(JointInertia, LiesBetweenThoseOfTheStretchedAndTheFoldedArm) {
  const auto inertias = estimate_joint_inertias(two_link_robot());
  ASSERT_EQ(inertias.size(), 2u);
  EXPECT_GT(inertias[0], 0.068);
  EXPECT_LT(inertias[0], 0.133);
  EXPECT_GT(inertias[1], 0.015);
  EXPECT_LT(inertias[1], 0.03);
}

}  // namespace
}  // namespace freefloat
