#include "hal/sim/true_world.h"

#include <gtest/gtest.h>

#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

struct Files {
  SimConfig sim;
  RobotParameters robot = table2_robot();
  TableParameters table;
  CameraParameters camera;

  Files() {
    sim.drives.resize(2);
    sim.start.joints = JointVector::Constant(2, 0.4);
    sim.start.joint_rates = JointVector::Zero(2);
    sim.start.theta_WB = 0.7;
    robot.markers = {{"tail", 0, {-0.19, 0.0}, 0.2}, {"tip", 2, {0.18, 0.01}, 0.2}};
    camera.fx = camera.fy = 1000.0;
  }

  TrueWorld draw(std::uint64_t seed = 1) {
    sim.seed = seed;
    return draw_world(sim, robot, table, camera);
  }
};

std::vector<double> masses_of(const RobotParameters& robot) {
  std::vector<double> masses{robot.satellite_mass, robot.satellite_inertia};
  for (const LinkParameters& link : robot.links) masses.insert(masses.end(), {link.mass, link.inertia});
  return masses;
}

TEST(TrueWorld, IsWhatTheFilesSayWhereNoTruthIsGiven) {
  Files files;
  const TrueWorld world = files.draw();
  EXPECT_EQ(masses_of(world.robot), masses_of(files.robot));
  EXPECT_EQ(world.sim.start.p_WB, files.sim.start.p_WB);
  EXPECT_EQ(world.camera.p_WC, files.camera.p_WC);
}

TEST(TrueWorld, IsTheSameForTheSameSeedAndAnotherForAnother) {
  Files files;
  files.sim.truth.emplace().spread.mass = 0.3;
  EXPECT_EQ(masses_of(files.draw(5).robot), masses_of(files.draw(5).robot));
  EXPECT_NE(masses_of(files.draw(5).robot), masses_of(files.draw(6).robot));
}

TEST(TrueWorld, StaysWithinUniformSpreadsAndFillsThem) {
  Files files;
  files.sim.truth.emplace().spread.mass = 0.3;
  double least = 1.0, most = 1.0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const double share = files.draw(seed).robot.satellite_mass / files.robot.satellite_mass;
    least = std::min(least, share);
    most = std::max(most, share);
  }
  EXPECT_GE(least, 0.7);
  EXPECT_LE(most, 1.3);
  EXPECT_LT(least, 0.72);
  EXPECT_GT(most, 1.28);
}

TEST(TrueWorld, DrawsOneKindOfValueWhateverElseIsDrawn) {
  Files files;
  files.sim.truth.emplace().spread.mass = 0.3;
  const auto masses = masses_of(files.draw().robot);
  files.sim.truth->spread.led = 0.002;
  files.sim.truth->spread.camera_position = 0.01;
  EXPECT_EQ(masses_of(files.draw().robot), masses);
}

TEST(TrueWorld, MovesMassCentresWithinBodiesWhoseJointsAndLedsStay) {
  Files files;
  files.sim.truth.emplace().spread.mass_centre = 0.02;
  const TrueWorld world = files.draw();
  for (std::size_t i = 0; i < 2; ++i) {
    const LinkParameters& was = files.robot.links[i];
    const LinkParameters& is = world.robot.links[i];
    EXPECT_GT((is.to_mass_centre - was.to_mass_centre).norm(), 1e-4);
    EXPECT_NEAR((is.to_mass_centre + is.to_end - was.to_mass_centre - was.to_end).norm(), 0.0, 1e-15);
  }
  const LinkParameters& was = files.robot.links[1];
  const LinkParameters& is = world.robot.links[1];
  EXPECT_NEAR((is.to_mass_centre + world.robot.markers[1].position - was.to_mass_centre -
               files.robot.markers[1].position)
                  .norm(),
              0.0, 1e-15);
  // Joint 1 is put down where the files' robot has it.
  const auto joint = [](const RobotState& start, const RobotParameters& robot) {
    return Vector2(start.p_WB + rotate(start.theta_WB, robot.satellite_to_joint));
  };
  EXPECT_NEAR((joint(world.sim.start, world.robot) - joint(files.sim.start, files.robot)).norm(), 0.0, 1e-15);
}

}  // namespace
}  // namespace freefloat
