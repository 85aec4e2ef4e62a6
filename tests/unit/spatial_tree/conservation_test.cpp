// What a tree keeps over a minute of free motion.
#include <gtest/gtest.h>

#include "support/random_tree.h"
#include "support/reference_tree.h"
#include "support/tree_motion.h"

namespace freefloat {
namespace {

struct Drift {
  double energy;
  double linear;
  double angular;
};

/// Relative change over 60 s of free motion.
Drift drift_of(const TreeParameters& tree, double rate, std::uint64_t seed, int steps) {
  const TreeModel model(tree);
  RandomTrees draw(seed);
  TreeState state = draw.state(model, rate);
  TreeIntegrator integrator(model);
  const TreeTotals before = integrator.totals(state);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(model.velocity_count());
  for (int i = 0; i < steps; ++i) integrator.step(state, none, 60.0 / steps);
  const TreeTotals after = integrator.totals(state);
  const double energy = before.kinetic_energy + before.potential_energy;
  return {std::abs(after.kinetic_energy + after.potential_energy - energy) / before.kinetic_energy,
          (after.linear_momentum - before.linear_momentum).norm() / before.linear_momentum.norm(),
          (after.angular_momentum - before.angular_momentum).norm() / before.angular_momentum.norm()};
}

TEST(TreeConservation, FreeTreesKeepEnergyAndMomentumForAMinute) {
  const nlohmann::json reference = read_reference("moosavian_papadopoulos_2004.json");
  for (const char* name : {"single_arm", "three_appendage_14dof", "two_arm"}) {
    const Drift drift = drift_of(tree_from_reference(reference.at(name).at("system")), 0.04, 61, 12000);
    EXPECT_LT(drift.energy, 1e-10) << name;
    EXPECT_LT(drift.linear, 1e-10) << name;
    EXPECT_LT(drift.angular, 1e-10) << name;
  }
}

TEST(TreeConservation, APlatformOnABearingKeepsItsEnergyUnderGravity) {
  RandomTrees draw(62);
  TreeParameters tree = draw.tree(BaseKind::kSpherical, 3, 0.0, 0.0);
  tree.base.mass_centre = {0.0, 0.0, -0.4};
  tree.gravity = {0.0, 0.0, -0.05};
  EXPECT_LT(drift_of(tree, 0.04, 63, 60000).energy, 1e-10);
}

TEST(TreeConservation, ATreeOnATableKeepsWhatTheTableLeavesIt) {
  RandomTrees draw(64);
  const TreeModel model(draw.tree(BaseKind::kPlanar, 4, 0.0, 0.3));
  TreeState state = draw.state(model, 0.05);
  TreeIntegrator integrator(model);
  const TreeTotals before = integrator.totals(state);
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(model.velocity_count());
  for (int i = 0; i < 6000; ++i) integrator.step(state, none, 0.01);
  const TreeTotals after = integrator.totals(state);
  EXPECT_NEAR(after.kinetic_energy / before.kinetic_energy, 1.0, 1e-10);
  EXPECT_LT((after.linear_momentum - before.linear_momentum).head<2>().norm(),
            1e-10 * before.linear_momentum.norm());
  EXPECT_NEAR(after.angular_momentum_origin.z(), before.angular_momentum_origin.z(),
              1e-10 * before.angular_momentum_origin.norm());
}

}  // namespace
}  // namespace freefloat
