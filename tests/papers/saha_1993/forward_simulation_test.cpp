// Section 4 of Saha (1993): the path of Eqs. (47)-(49), its torques, and the simulation under these torques.
#include <gtest/gtest.h>

#include "spatial/simulation/inverse_then_forward.h"
#include "spatial/tree/planar_tree.h"
#include "support/reference_file.h"

namespace freefloat {
namespace {

TreeSimulationConfig saha_simulation() {
  const nlohmann::json reference = read_reference("saha_1993.json");
  const nlohmann::json& assumptions = reference.at("assumptions");
  RobotParameters robot;
  robot.name = "saha";
  robot.satellite_mass = 50.0;
  robot.satellite_inertia = assumptions.at("spacecraft_inertia");
  robot.satellite_to_joint = to_vector(assumptions.at("mount"));
  robot.links.assign(3, {6.0, assumptions.at("link_inertia"), {0.15, 0.0}, {0.15, 0.0}});
  TreeSimulationConfig config = make_simulation(tree_from_planar(robot));
  config.duration = 120.0;
  config.sample_step = 0.1;
  config.start.p_WB.head<2>() = to_vector(assumptions.at("initial_spacecraft_cm"));
  config.start.joints = to_vector(reference.at("phi0"));
  config.path = EndPointPath{0, PathParts::kPlanarPose, {1.951, 0.875, 0.0}, {0.0, 0.0, 1.385}, 0.0, 120.0};
  return config;
}

TEST(SahaForwardSimulation, HasTheReferenceMotionAndTorques) {
  const TreeSimulationConfig config = saha_simulation();
  const SimulationResult result = simulate(config);
  ASSERT_EQ(result.failure, "");
  const nlohmann::json file = read_reference("saha_1993.json");
  for (const nlohmann::json& row : file.at("rows")) {
    const auto index = static_cast<std::size_t>(std::lround(row.at("t").get<double>() / 0.1));
    const SimulationSample& sample = result.samples.at(index);
    EXPECT_LT((sample.state.joints - to_vector(row.at("phi"))).norm(), 1e-12);
    EXPECT_LT((sample.state.joint_rates - to_vector(row.at("phid"))).norm(), 1e-13);
    EXPECT_LT((sample.joint_forces - to_vector(row.at("tau"))).norm(), 1e-15);
    EXPECT_NEAR(std::atan2(sample.state.R_WB(1, 0), sample.state.R_WB(0, 0)), row.at("attitude"), 1e-12);
    EXPECT_LT((sample.end_points[0].position.head<2>() - to_vector(row.at("x_y_psi")).head<2>()).norm(),
              1e-12);
  }
}

TEST(SahaForwardSimulation, HasThePeakOfTheThirdTorque) {
  double peak = 0.0, when = 0.0;
  for (const SimulationSample& sample : simulate(saha_simulation()).samples) {
    if (std::abs(sample.joint_forces[2]) <= peak) continue;
    peak = std::abs(sample.joint_forces[2]);
    when = sample.time;
  }
  EXPECT_NEAR(peak, 1.80874e-4, 1e-9);
  EXPECT_NEAR(when, 29.20, 0.051);
}

TEST(SahaForwardSimulation, FollowsThePathUnderContinuousTorques) {
  const auto both = simulate_inverse_then_forward(saha_simulation(), TorqueTransfer::kContinuous, 0.0);
  EXPECT_LT(both.end_points[0].distance, 1e-10);
}

TEST(SahaForwardSimulation, LeavesThePathUnderTorquesOfATableAsInThePaper) {
  const auto held =
      simulate_inverse_then_forward(saha_simulation(), TorqueTransfer::kHeld, 2.0).end_points[0];
  EXPECT_NEAR(held.position.x() / held.travel.x(), 0.0159, 5e-5);
  const auto linear =
      simulate_inverse_then_forward(saha_simulation(), TorqueTransfer::kLinear, 2.0).end_points[0];
  EXPECT_NEAR(linear.position.x(), 0.7e-3, 5e-6);
}

}  // namespace
}  // namespace freefloat
