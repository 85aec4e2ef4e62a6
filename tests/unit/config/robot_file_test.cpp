#include <gtest/gtest.h>

#include "config/load/load_parts.h"
#include "model/planar_model.h"
#include "support/config_files.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using namespace testing_support;

TEST(RobotFile, HoldsTablesOneAndTwoOfYoshidaAndUmetani) {
  const RobotParameters robot = load_robot(kConfigs + "robots/yoshida_umetani.yaml");
  EXPECT_EQ(robot.name, "yoshida_umetani");
  EXPECT_EQ(robot.satellite_mass, 6.256);
  EXPECT_EQ(robot.satellite_inertia, 0.169);
  EXPECT_EQ(robot.satellite_to_joint, Vector2(0.190, 0.0));
  EXPECT_EQ(robot.satellite_size, Vector2(0.3, 0.3));

  ASSERT_EQ(robot.joint_count(), 2);
  EXPECT_EQ(robot.links[0].mass, 0.747);
  EXPECT_EQ(robot.links[0].inertia, 0.0424);
  EXPECT_EQ(robot.links[0].to_mass_centre, Vector2(0.162, 0.0));
  EXPECT_EQ(robot.links[0].to_end, Vector2(0.188, 0.0));
  EXPECT_EQ(robot.links[1].mass, 0.620);
  EXPECT_EQ(robot.links[1].inertia, 0.0141);
  EXPECT_EQ(robot.links[1].to_mass_centre, Vector2(0.124, 0.0));
  EXPECT_EQ(robot.links[1].to_end, Vector2(0.226, 0.0));
}

TEST(RobotFile, GivesEveryLimitAndLed) {
  const RobotParameters robot = load_robot(kFrozenConfigs + "robots/yoshida_umetani.yaml");
  ASSERT_EQ(robot.joint_limits.size(), 2u);
  EXPECT_EQ(robot.joint_limits[0].min, deg_to_rad(-350.0));
  EXPECT_EQ(robot.joint_limits[0].max, deg_to_rad(350.0));
  EXPECT_EQ(robot.joint_limits[0].max_rate, deg_to_rad(90.0));
  EXPECT_EQ(robot.joint_limits[1].min, deg_to_rad(-200.0));
  EXPECT_EQ(robot.joint_limits[1].max, deg_to_rad(200.0));
  EXPECT_EQ(robot.joint_limits[1].max_rate, deg_to_rad(90.0));

  const std::vector<MarkerParameters> markers = {{"tail", 0, {-0.190, 0.0}, 0.2},
                                                 {"joint_1", 0, {0.190, 0.0}, 0.2},
                                                 {"joint_2", 1, {0.188, 0.0}, 0.2},
                                                 {"tip", 2, {0.226, 0.0}, 0.2}};
  ASSERT_EQ(robot.markers.size(), markers.size());
  for (std::size_t i = 0; i < markers.size(); ++i) {
    EXPECT_EQ(robot.markers[i].name, markers[i].name);
    EXPECT_EQ(robot.markers[i].body, markers[i].body);
    EXPECT_EQ(robot.markers[i].position, markers[i].position);
    EXPECT_EQ(robot.markers[i].height, markers[i].height);
  }
}

/// Lengths of the hand's vectors, one a body: K of Yoshida & Umetani, V of Dubowsky & Vafa.
std::vector<double> hand_lengths(const std::string& name) {
  const PlanarModel model(load_robot(kConfigs + "robots/" + name));
  std::vector<double> lengths;
  for (int i = 0; i < model.body_count(); ++i) {
    lengths.push_back(model.hand_vectors().col(i).norm());
  }
  return lengths;
}

TEST(RobotFile, OfDubowskyAndVafaHasTheirVirtualManipulator) {
  const auto lengths = hand_lengths("dubowsky_vafa_1987_planar.yaml");
  ASSERT_EQ(lengths.size(), 3u);
  EXPECT_NEAR(lengths[0], 1.0 / 3.0, 1e-15);
  EXPECT_NEAR(lengths[1], 5.0 / 6.0, 1e-15);
  EXPECT_NEAR(lengths[2], 1.0, 1e-15);
}

TEST(RobotFile, OfSahaHasThreeEqualLinks) {
  const RobotParameters robot = load_robot(kConfigs + "robots/saha_1993_planar.yaml");
  ASSERT_EQ(robot.joint_count(), 3);
  EXPECT_EQ(robot.satellite_mass, 50.0);
  EXPECT_NEAR(robot.satellite_inertia, 50.0 * 0.25 / 6.0, 1e-15);
  for (const LinkParameters& link : robot.links) {
    EXPECT_EQ(link.mass, 6.0);
    EXPECT_NEAR(link.inertia, 6.0 * (0.09 / 12.0 + 0.0025 / 16.0), 1e-15);
    EXPECT_EQ(link.to_mass_centre, Vector2(0.15, 0.0));
    EXPECT_EQ(link.to_end, Vector2(0.15, 0.0));
  }
}

}  // namespace
}  // namespace freefloat
