#include "identification/momentum_equations.h"

#include <gtest/gtest.h>

#include <vector>

#include "support/test_robots.h"

namespace freefloat {
namespace {

/// A pose of the laboratory robot, from which its angles are moved.
struct Posed {
  RobotParameters robot = table2_robot();
  BodyGeometry geometry{robot};
  MomentumParameters parameters = momentum_parameters(geometry, masses_of(robot, robot));
  BodyPoses pose;

  Posed() {
    pose.origin = {0.2, -0.1};
    pose.angles = (Eigen::VectorXd(3) << 0.3, 1.1, -0.4).finished();
  }

  /// The equations' derivatives by the parameters with one angle elsewhere, the way there integrated.
  Eigen::Matrix<double, 3, Eigen::Dynamic> by_parameters(Eigen::Index body, double by) const {
    BodyPoses moved = pose;
    moved.angles[body] += by;
    PairIntegrals pairs(3);
    pairs.advance(pose.angles, {}, moved.angles);
    return momentum_equations(geometry, parameters, Eigen::VectorXd::Zero(kStretchUnknowns), moved, {}, pairs)
        .by_parameters;
  }
};

TEST(MomentumEquations, WhatNoiseTellsIsWhatItAddsToTheirDerivatives) {
  const Posed posed;
  constexpr double kStep = 1e-6;  // rad
  std::vector<Eigen::MatrixXd> slopes;
  for (Eigen::Index j = 0; j < 3; ++j)
    slopes.emplace_back((posed.by_parameters(j, kStep) - posed.by_parameters(j, -kStep)) / (2.0 * kStep));
  Eigen::MatrixXd spread(5, 5);
  spread << 3, 1, 0, 2, 1, 1, 4, 1, 0, 1, 0, 1, 5, 2, -1, 2, 0, 2, 6, 1, 1, 1, -1, 1, 2;
  Eigen::Matrix3d weight;
  weight << 2, 0.5, 0.3, 0.5, 3, -0.4, 0.3, -0.4, 7;
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(9, 9);
  for (Eigen::Index j = 0; j < 3; ++j) {
    for (Eigen::Index k = 0; k < 3; ++k)
      expected += spread(2 + j, 2 + k) * slopes[j].transpose() * weight * slopes[k];
  }
  const Eigen::MatrixXd told = told_by_noise(posed.geometry, posed.parameters, posed.pose, spread, weight);
  EXPECT_LT((told - expected).cwiseAbs().maxCoeff(), 1e-6 * expected.cwiseAbs().maxCoeff());
}

}  // namespace
}  // namespace freefloat
