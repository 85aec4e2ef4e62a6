// Simulations that cannot begin, and such that cannot go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spatial/simulation/inverse_then_forward.h"
#include "spatial/tree/planar_tree.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TreeSimulationConfig planar() {
  TreeSimulationConfig config = make_simulation(tree_from_planar(table2_robot()));
  config.start.joints << 0.4, 0.9;
  return config;
}

TEST(BrokenSimulation, KeepsTheResultsUpToASingularPosture) {
  TreeSimulationConfig config = planar();
  // Beyond the reach of the arm.
  config.path = EndPointPath{0, PathParts::kPlanarPosition, {3.0, 0.0, 0.0}, {}, 0.0, 10.0};
  const SimulationResult result = simulate(config);
  EXPECT_THAT(result.failure, HasSubstr("at t = "));
  EXPECT_THAT(result.failure, HasSubstr("Jacobian is singular"));
  EXPECT_GT(result.samples.size(), 20u);
  EXPECT_LT(result.samples.size(), 501u);
  for (const SimulationSample& sample : result.samples) EXPECT_TRUE(sample.state.joints.allFinite());
}

TEST(BrokenSimulation, StopsWhenTorquesAreBeyondAllNumbers) {
  TreeSimulationConfig config = planar();
  config.drives[0] = TorquePolynomial{{1e300}};
  const SimulationResult result = simulate(config);
  EXPECT_NE(result.failure, "");
  EXPECT_EQ(result.samples.size(), 1u) << "the start";
}

TEST(BrokenSimulation, SaysWhatContradictsItself) {
  TreeSimulationConfig config = planar();
  config.duration = -1.0;
  config.drives.pop_back();
  EXPECT_THAT(check_simulation(config),
              ElementsAre(HasSubstr("duration is -1 s"), HasSubstr("sample step"), HasSubstr("2 joints")));
  EXPECT_THROW(simulate(config), std::invalid_argument);

  config = planar();
  config.path = EndPointPath{0, PathParts::kPlanarPose, {}, {}, 0.0, 1.0};
  config.drives[0] = RatePolynomial{{0.1}};
  config.tree.gravity = {0.0, 0.1, 0.0};
  EXPECT_THAT(check_simulation(config), ElementsAre(HasSubstr("3 numbers"), HasSubstr("constant momentum"),
                                                    HasSubstr("none may have a drive")));
}

TEST(BrokenSimulation, NeedsAllMotionForInverseDynamics) {
  TreeSimulationConfig config = planar();
  config.drives[0] = RatePolynomial{{0.1}};
  EXPECT_THROW(simulate_inverse_then_forward(config, TorqueTransfer::kContinuous, 0.0),
               std::invalid_argument);
}

TEST(SimulationResult, NamesJointsThatLeaveTheirLimits) {
  TreeSimulationConfig config = planar();
  config.tree.links[1].joint.max = 1.0;
  config.drives[1] = RatePolynomial{{0.1}};
  const auto excesses = find_limit_excesses(config.tree, simulate(config));
  ASSERT_EQ(excesses.size(), 1u);
  EXPECT_EQ(excesses[0].joint, 1);
  EXPECT_NEAR(excesses[0].time, 1.0, 0.021);
}

TEST(TreeSimulationConfig, EndsItsSamplesAtTheEndHoweverTheStepDivides) {
  TreeSimulationConfig config = planar();
  config.duration = 1.0;
  config.sample_step = 0.3;
  EXPECT_EQ(sample_times(config).size(), 5u);
  EXPECT_EQ(sample_times(config).back(), 1.0);
  config.sample_step = 0.1;
  EXPECT_EQ(sample_times(config).size(), 11u);
}

}  // namespace
}  // namespace freefloat
