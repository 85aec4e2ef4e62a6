// MuJoCo as a second opinion.
#include "spatial/simulation/mujoco_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "spatial/simulation/simulate.h"
#include "spatial/tree/check_tree.h"
#include "spatial/tree/planar_tree.h"
#include "support/random_tree.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

/// MuJoCo agrees in three dimensions to 3e-8 only.
constexpr double kAgreed = 3e-8;

TreeSimulationConfig driven_simulation(BaseKind kind, std::uint64_t seed) {
  RandomTrees draw(seed);
  TreeParameters tree =
      kind == BaseKind::kPlanar ? tree_from_planar(lateral3_robot()) : draw.tree(kind, 5, 0.3, 0.4);
  if (kind != BaseKind::kPlanar) tree.gravity = {0.1, -0.2, -0.4};
  const TreeModel model(tree);
  const TreeState start = draw.state(model, 0.4);
  TreeSimulationConfig config = make_simulation(tree);
  config.duration = 2.0;
  config.sample_step = 0.1;
  config.start = {start.p_WB, start.R_WB, start.v_WB, start.w_WB, start.joints, start.joint_rates};
  for (JointDrive& drive : config.drives)
    drive = TorquePolynomial{{draw.number(-0.2, 0.2), draw.number(-0.1, 0.1)}};
  config.drives[1] = TorqueTable{{0.0, 0.55, 1.3}, {0.1, -0.1, 0.05}, TableRule::kHold};
  config.base_wrench << draw.vector(0.3), draw.vector(0.1);
  return config;
}

TEST(MujocoCheck, AgreesOnEveryBase) {
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kPlanar, BaseKind::kSpherical, BaseKind::kFixed}) {
    const TreeSimulationConfig config = driven_simulation(kind, 371);
    const auto found = check_with_mujoco(config, simulate(config));
    ASSERT_TRUE(found) << found.error();
    EXPECT_GT(found->largest_acceleration, 0.05);
    EXPECT_LT(found->base_acceleration, kAgreed * found->largest_acceleration);
    EXPECT_LT(found->joint_acceleration, kAgreed * found->largest_acceleration);
    EXPECT_LT(found->base_position, kAgreed);
    EXPECT_LT(found->base_angle, kAgreed);
    EXPECT_LT(found->joints, kAgreed);
    EXPECT_LT(found->end_points, kAgreed);
  }
}

TEST(MujocoCheck, CountsJointsInTheOrderOfTheLinks) {
  TreeSimulationConfig config = driven_simulation(BaseKind::kFree, 374);
  reorder_links(config.tree, {5, 4, 2, 3, 1});
  const auto found = check_with_mujoco(config, simulate(config));
  ASSERT_TRUE(found) << found.error();
  EXPECT_LT(found->joint_acceleration, kAgreed * found->largest_acceleration);
  EXPECT_LT(found->joints, kAgreed);
  EXPECT_LT(found->end_points, kAgreed);
}

TEST(MujocoCheck, FindsAWrongMotion) {
  const TreeSimulationConfig config = driven_simulation(BaseKind::kFree, 372);
  TreeSimulationConfig heavier = config;
  heavier.tree.links[3].body.mass *= 1.001;
  const auto found = check_with_mujoco(heavier, simulate(config));
  ASSERT_TRUE(found) << found.error();
  EXPECT_GT(found->joints, 1e-6);
}

TEST(MujocoCheck, SaysThatItCannotImposeMotions) {
  TreeSimulationConfig config = driven_simulation(BaseKind::kFree, 373);
  config.drives[0] = RatePolynomial{{0.1}};
  const auto found = check_with_mujoco(config, simulate(config));
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error(), testing::HasSubstr("--inverse-then-forward"));
}

}  // namespace
}  // namespace freefloat
