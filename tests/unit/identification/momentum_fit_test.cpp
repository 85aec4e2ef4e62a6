#include "identification/momentum_fit.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "floating_motion.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

class MomentumOfRobot : public testing::TestWithParam<int> {};

TEST_P(MomentumOfRobot, IsFoundForAnyNumberOfJointsFromAFileThatIsWrong) {
  RandomRobots random(static_cast<std::uint64_t>(GetParam()));
  const RobotParameters file = random.robot(GetParam(), true);
  FloatingMotion motion;
  motion.robot = disturbed(file, random);
  motion.tilt = {2e-4, -1e-4};
  const BodyGeometry geometry(file);
  const MomentumParameters truth = momentum_parameters(geometry, masses_of(motion.robot, file));
  const MomentumParameters begin = momentum_parameters(geometry, masses_of(file, file));
  const MomentumFit fit = fit_momentum(geometry, {motion.stretch(file, 0.0, random)}, begin);
  ASSERT_GT((begin.list() - truth.list()).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT((fit.value.list() - truth.list()).cwiseAbs().maxCoeff(), 2e-5);
  EXPECT_NEAR(fit.table[0].tilt.x(), 2e-4, 2e-6);
  EXPECT_NEAR(fit.table[0].tilt.y(), -1e-4, 2e-6);
}

INSTANTIATE_TEST_SUITE_P(Joints, MomentumOfRobot, testing::Range(1, 7));

TEST(MomentumFit, StatesItsUncertaintyAsItIs) {
  RandomRobots random(7);
  const RobotParameters file = table2_robot();
  const BodyGeometry geometry(file);
  const MomentumParameters truth = momentum_parameters(geometry, masses_of(file, file));
  int within = 0;
  int all = 0;
  for (int k = 0; k < 30; ++k) {
    FloatingMotion motion;
    motion.robot = file;
    motion.length = 12.0;
    motion.picture_period = 0.02;
    const MomentumFit fit = fit_momentum(geometry, {motion.stretch(file, 2e-4, random)}, truth);
    const Eigen::VectorXd sigma = fit.information.inverse().diagonal().cwiseSqrt();
    const Eigen::VectorXd off = (fit.value.list() - truth.list()).cwiseQuotient(sigma);
    within += static_cast<int>((off.array().abs() < 1.96).count());
    all += static_cast<int>(off.size());
  }
  EXPECT_GT(within, 0.90 * all);
  EXPECT_LT(within, 0.985 * all);
}

/// By the noise of the pictures a joint that stands still seems to tremble, and 600 pictures of that would
/// seem to tell the inertias on its two sides apart to a twentieth.
TEST(MomentumFit, TakesNoNoiseForTheMotionOfAJointThatStandsStill) {
  RandomRobots random(7);
  const RobotParameters file = table2_robot();
  const BodyGeometry geometry(file);
  const MomentumParameters truth = momentum_parameters(geometry, masses_of(file, file));
  Eigen::VectorXd exchanged = Eigen::VectorXd::Zero(9);
  exchanged.segment<2>(6) = Vector2(1.0, -1.0);
  for (int k = 0; k < 5; ++k) {
    FloatingMotion motion;
    motion.robot = file;
    motion.length = 12.0;
    motion.picture_period = 0.02;
    motion.still = 0;
    const MomentumFit fit = fit_momentum(geometry, {motion.stretch(file, 2e-4, random)}, truth);
    EXPECT_NEAR(fit.noise, 1.0, 0.1);
    const double sigma = 1.0 / std::sqrt(exchanged.dot(fit.information * exchanged));
    EXPECT_GT(sigma, 0.3 * truth.inertias[0]);
    EXPECT_LT((fit.value.list() - truth.list()).cwiseAbs().maxCoeff(), 0.2);
  }
}

TEST(MomentumFit, TakesStretchesOfFreeMotionAlone) {
  std::vector<BodyPoses> poses(100);
  for (std::size_t i = 0; i < poses.size(); ++i) {
    poses[i].at = Time{} + from_seconds(0.01 * static_cast<double>(i));
    poses[i].moving = i != 50 && i < 90;
  }
  const auto stretches = find_stretches(poses);
  ASSERT_EQ(stretches.size(), 2u);
  EXPECT_EQ(stretches[0].size(), 50u);
  EXPECT_EQ(stretches[1].size(), 39u);
}

}  // namespace
}  // namespace freefloat
