// Joints whose motion is given, alone, beside driven ones, and along the path of an end point.
#include <gtest/gtest.h>

#include "spatial/simulation/inverse_then_forward.h"
#include "spatial/tree/attitude.h"
#include "support/random_tree.h"

namespace freefloat {
namespace {

/// The motion given by drives or path and the torques found with it satisfy all balances. The work is that
/// of the torques, the energy that of the motion: they agree only when the torques are right.
void expect_balanced(const TreeSimulationConfig& config, double tolerance) {
  const SimulationResult result = simulate(config);
  EXPECT_EQ(result.failure, "");
  const BalanceErrors errors = find_balance_errors(config.tree, result);
  EXPECT_GT(errors.largest_energy, 1e-3);
  EXPECT_LT(errors.energy, tolerance);
  EXPECT_LT(errors.linear_momentum, tolerance);
  EXPECT_LT(errors.angular_momentum, tolerance);
}

TreeSimulationConfig random_simulation(BaseKind kind, int joints, std::uint64_t seed, double rate) {
  RandomTrees draw(seed);
  const TreeParameters tree = draw.tree(kind, joints, 0.2, 0.0);
  const TreeModel model(tree);
  const TreeState start = draw.state(model, rate);
  TreeSimulationConfig config = make_simulation(tree);
  config.duration = 5.0;
  config.sample_step = 0.1;
  config.start = {start.p_WB, start.R_WB, start.v_WB, start.w_WB, start.joints, start.joint_rates};
  return config;
}

JointDrive quintic_from(double start, double way) {
  return Quintic{start, start + way, 0.5, 4.0};
}

TEST(GivenMotion, IsBalancedOnEveryBase) {
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kSpherical, BaseKind::kFixed}) {
    TreeSimulationConfig config = random_simulation(kind, 4, 321, 0.3);
    for (int i = 0; i < 4; ++i) {
      config.drives[i] =
          i % 2 == 0 ? quintic_from(config.start.joints[i], 0.8) : JointDrive(RatePolynomial{{0.1, 0.05}});
    }
    EXPECT_EQ(law_of(config), MotionLaw::kMomentum);
    expect_balanced(config, 1e-11);
  }
}

TEST(GivenMotion, IsBalancedUnderGravityAndBesideDrivenJoints) {
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kSpherical}) {
    TreeSimulationConfig config = random_simulation(kind, 4, 322, 0.3);
    config.drives[1] = quintic_from(config.start.joints[1], -0.6);
    config.drives[2] = TorquePolynomial{{0.2, -0.05}};
    config.drives[3] = RatePolynomial{{0.2, 0.0, -0.02}};
    config.base_wrench << 0.3, -0.2, 0.1, 0.05, 0.02, -0.04;
    config.tree.gravity = {0.1, 0.2, -0.3};
    EXPECT_EQ(law_of(config), MotionLaw::kDynamics);
    expect_balanced(config, 1e-11);
  }
}

TEST(GivenMotion, IsTheSameByMomentumAndByForces) {
  TreeSimulationConfig config = random_simulation(BaseKind::kFree, 4, 323, 0.3);
  for (int i = 0; i < 4; ++i) config.drives[i] = quintic_from(config.start.joints[i], 0.7);
  const SimulationResult by_momentum = simulate(config);
  config.base_wrench[0] = 1e-300;  // a force that moves nothing, but momentum counts as free no more
  EXPECT_EQ(law_of(config), MotionLaw::kDynamics);
  // The start has rates that the quintics do not have: the given base velocities count in both.
  const SimulationResult by_forces = simulate(config);
  const SimulationSample &a = by_momentum.samples.back(), &b = by_forces.samples.back();
  EXPECT_LT((a.state.p_WB - b.state.p_WB).norm(), 1e-11);
  EXPECT_LT((a.state.R_WB - b.state.R_WB).norm(), 1e-11);
  EXPECT_LT((a.joint_forces - b.joint_forces).norm(), 1e-11);
  EXPECT_LT((a.state.joints - config.start.joints - Eigen::VectorXd::Constant(4, 0.7)).norm(), 1e-14);
}

/// Path of the end point of an arm with joints to spare or not, at rest or drifting.
void expect_path_followed(int joints, PathParts parts, double rate, std::uint64_t seed) {
  TreeSimulationConfig config = random_simulation(BaseKind::kFree, joints, seed, rate);
  config.start.joint_rates.setZero();
  const TreeModel model(config.tree);
  TreeSystem system(model, config);
  std::vector<double> x(system.size());
  system.start(x.data());
  system.evaluate(x.data(), 0.0);
  const Pose start = system.end_point(0);
  config.path =
      EndPointPath{0, parts, start.position + Vector3(0.05, -0.04, 0.06), {0.1, 0.05, -0.1}, 0.5, 4.0};
  const SimulationResult result = simulate(config);
  ASSERT_EQ(result.failure, "");
  for (const SimulationSample& sample : result.samples) {
    const PathPoint wanted = evaluate(*config.path, start, sample.time);
    EXPECT_LT((sample.end_points[0].position - wanted.position).norm(), 1e-11);
    if (parts == PathParts::kPose) {
      EXPECT_LT((sample.end_points[0].rotation - wanted.rotation).norm(), 1e-11);
    }
  }
  expect_balanced(config, 1e-11);
}

TEST(EndPointPath, IsFollowedByTheJoints) {
  expect_path_followed(3, PathParts::kPosition, 0.0, 337);
  expect_path_followed(6, PathParts::kPose, 0.0, 336);
}

TEST(EndPointPath, IsFollowedByRedundantAndDriftingRobots) {
  expect_path_followed(6, PathParts::kPosition, 0.0, 333);
  expect_path_followed(8, PathParts::kPose, 0.05, 334);
  expect_path_followed(5, PathParts::kPosition, 0.05, 335);
}

TEST(InverseThenForward, FollowsTheMotionUnderItsOwnTorques) {
  for (const BaseKind kind : {BaseKind::kFree, BaseKind::kSpherical, BaseKind::kFixed}) {
    TreeSimulationConfig config = random_simulation(kind, 4, 341, 0.1);
    config.start.joint_rates.setZero();
    for (int i = 0; i < 4; ++i) config.drives[i] = quintic_from(config.start.joints[i], 0.7);
    const InverseThenForward same = simulate_inverse_then_forward(config, TorqueTransfer::kContinuous, 0.0);
    EXPECT_LT(same.joints, 1e-10);
    EXPECT_LT(same.end_points[0].distance, 1e-10);
    const InverseThenForward held = simulate_inverse_then_forward(config, TorqueTransfer::kHeld, 0.1);
    const InverseThenForward linear = simulate_inverse_then_forward(config, TorqueTransfer::kLinear, 0.1);
    EXPECT_GT(held.joints, 1e-4);
    EXPECT_LT(linear.joints, 0.5 * held.joints);
  }
}

}  // namespace
}  // namespace freefloat
