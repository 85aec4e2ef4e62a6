// What a simulated tree keeps over a minute: all balances to 1e-10, in SI units.
#include <gtest/gtest.h>

#include "spatial/simulation/simulate.h"
#include "spatial/tree/planar_tree.h"
#include "support/random_tree.h"
#include "support/reference_tree.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

constexpr double kKept = 1e-10;

TreeSimulationConfig simulation_of(const TreeParameters& tree, const TreeState& start) {
  TreeSimulationConfig config = make_simulation(tree);
  config.duration = 60.0;
  config.sample_step = 1.0;
  config.start = {start.p_WB, start.R_WB, start.v_WB, start.w_WB, start.joints, start.joint_rates};
  return config;
}

void expect_kept(const TreeSimulationConfig& config, const std::string& what) {
  const SimulationResult result = simulate(config);
  EXPECT_EQ(result.failure, "") << what;
  EXPECT_EQ(result.samples.size(), 61u) << what;
  const BalanceErrors errors = find_balance_errors(config.tree, result);
  EXPECT_LT(errors.energy, kKept) << what;
  EXPECT_LT(errors.linear_momentum, kKept) << what;
  EXPECT_LT(errors.angular_momentum, kKept) << what;
  // Something moved.
  const TreeState &first = result.samples.front().state, &last = result.samples.back().state;
  EXPECT_GT((last.joints - first.joints).norm(), 0.1) << what;
}

TEST(SimulationConservation, HoldsForTheReferenceSystemsWithBothMethods) {
  const nlohmann::json reference = read_reference("moosavian_papadopoulos_2004.json");
  for (const char* name : {"single_arm", "three_appendage_14dof", "two_arm"}) {
    const nlohmann::json& system = reference.at(name).at("system");
    const nlohmann::json& at = reference.at(name).at("cases")[0];
    const TreeParameters tree = tree_from_reference(system);
    const TreeModel model(tree);
    const TreeState start =
        state_from_euler(model, euler_sequence_of(system), to_vector(at.at("q")), to_vector(at.at("qd")));
    TreeSimulationConfig config = simulation_of(tree, start);
    expect_kept(config, name);
    config.integrator.method = IntegratorMethod::kDormandPrince5;
    expect_kept(config, std::string(name) + ", Dormand-Prince");
  }
}

TEST(SimulationConservation, HoldsOnTheTable) {
  for (const RobotParameters& robot : {table2_robot(), lateral3_robot()}) {
    const TreeParameters tree = tree_from_planar(robot);
    const TreeModel model(tree);
    RandomTrees draw(311);
    expect_kept(simulation_of(tree, draw.state(model, 0.5)), robot.name);
  }
}

TEST(SimulationConservation, HoldsWithGravityTorquesAndForcesOnTheBase) {
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kPlanar, BaseKind::kSpherical, BaseKind::kFixed}) {
    RandomTrees draw(312);
    // Joints in a row on a table turn about its normal; elsewhere they shift as well.
    TreeParameters tree =
        kind == BaseKind::kPlanar ? tree_from_planar(lateral3_robot()) : draw.tree(kind, 4, 0.25, 0.3);
    tree.gravity = {0.02, -0.01, kind == BaseKind::kPlanar ? 0.0 : -0.03};
    const TreeModel model(tree);
    TreeSimulationConfig config = simulation_of(tree, draw.state(model, 0.1));
    for (std::size_t i = 0; i < config.drives.size(); ++i)
      config.drives[i] = TorquePolynomial{{draw.number(-1e-3, 1e-3), draw.number(-1e-5, 1e-5)}};
    config.drives[0] = TorqueTable{{0.0, 7.3, 20.0}, {1e-3, -1e-3, 5e-4}, TableRule::kHold};
    config.drives[1] = TorqueTable{{0.0, 30.0, 60.0}, {0.0, 1e-3, -1e-3}, TableRule::kLinear};
    config.base_wrench << draw.vector(0.01), draw.vector(0.005);
    expect_kept(config, "base kind " + std::to_string(static_cast<int>(kind)));
  }
}

TEST(SimulationConservation, StartsWithZeroMomentumWhenTheBaseIsNotGiven) {
  RandomTrees draw(313);
  const TreeParameters tree = draw.tree(BaseKind::kFree, 4, 0.25, 0.3);
  const TreeModel model(tree);
  TreeSimulationConfig config = simulation_of(tree, draw.state(model, 0.3));
  config.duration = 2.0;
  config.start.v_WB.reset();
  config.start.w_WB.reset();
  for (const SimulationSample& sample : simulate(config).samples) {
    EXPECT_LT(sample.totals.linear_momentum.norm(), 1e-12);
    EXPECT_LT(sample.totals.angular_momentum.norm(), 1e-12);
  }
}

}  // namespace
}  // namespace freefloat
