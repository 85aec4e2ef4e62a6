// Motions of the planar robots under constant torques, by the simulator of spatial trees.
#include <gtest/gtest.h>

#include "spatial/simulation/simulate.h"
#include "spatial/tree/planar_tree.h"
#include "support/reference_file.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

/// @return (x, y, attitude of the first turn, joints) as in the reference.
Eigen::VectorXd coordinates(const TreeState& state) {
  Eigen::VectorXd q(3 + state.joints.size());
  q << state.p_WB.head<2>(), std::atan2(state.R_WB(1, 0), state.R_WB(0, 0)), state.joints;
  return q;
}

Eigen::VectorXd rates(const TreeState& state) {
  Eigen::VectorXd rates(3 + state.joints.size());
  rates << state.v_WB.head<2>(), state.w_WB.z(), state.joint_rates;
  return rates;
}

TEST(TreeSimulation, FollowsTheReferenceMotionUnderConstantTorques) {
  const nlohmann::json file = read_reference("yoshida_umetani_1990.json");
  for (const nlohmann::json& reference : file.at("planar_dynamics")) {
    const RobotParameters robot = reference.at("robot") == "table2" ? table2_robot() : lateral3_robot();
    const Eigen::VectorXd q = to_vector(reference.at("q")), u = to_vector(reference.at("qd"));
    const Eigen::VectorXd torques = to_vector(reference.at("tau"));
    const Eigen::VectorXd wrench = to_vector(reference.at("base_wrench"));
    const Eigen::Index joints = torques.size();
    TreeSimulationConfig config = make_simulation(tree_from_planar(robot));
    config.start.p_WB = {q[0], q[1], 0.0};
    config.start.R_WB = Eigen::AngleAxisd(q[2], Vector3::UnitZ()).toRotationMatrix();
    config.start.v_WB = Vector3(u[0], u[1], 0.0);
    config.start.w_WB = Vector3(0.0, 0.0, u[2]);
    config.start.joints = q.tail(joints);
    config.start.joint_rates = u.tail(joints);
    for (Eigen::Index i = 0; i < joints; ++i) config.drives[i] = TorquePolynomial{{torques[i]}};
    config.base_wrench << wrench[0], wrench[1], 0.0, 0.0, 0.0, wrench[2];
    const nlohmann::json& record = reference.at("simulate_constant_inputs");
    const auto times = record.at("t").get<std::vector<double>>();
    config.duration = times.back();
    config.sample_step = 0.5;
    const SimulationResult result = simulate(config);
    ASSERT_EQ(result.failure, "");
    for (std::size_t i = 0; i < times.size(); ++i) {
      const TreeState& state = result.samples.at(static_cast<std::size_t>(times[i] / 0.5)).state;
      Eigen::VectorXd expected = to_vector(record.at("q")[i]);
      expected[2] = std::remainder(expected[2], 2.0 * kPi);
      EXPECT_LT((coordinates(state) - expected).cwiseAbs().maxCoeff(), 2e-11);
      EXPECT_LT((rates(state) - to_vector(record.at("qd")[i])).cwiseAbs().maxCoeff(), 2e-11);
    }
  }
}

}  // namespace
}  // namespace freefloat
