#include "spatial/virtual_manipulator/joint_cycle.h"

#include <gtest/gtest.h>

#include "spatial/tree/planar_tree.h"
#include "spatial/virtual_manipulator/reorient_vehicle.h"
#include "support/random_tree.h"
#include "support/second_order_change.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

TEST(VehicleResponse, CurvatureIsTheTurnOfASmallRectangleToSecondOrder) {
  RandomTrees draw(61);
  const TreeModel model(draw.tree(BaseKind::kFree, 4, 0.3, 0.0));
  VehicleResponse response(model);
  const Eigen::VectorXd joints = draw.vector(4, 1.0);
  const Matrix3X curvature = response.curvature(joints);
  // Halving the sides must halve what is left over relative to the area: the error is of third order.
  double last = 0.0;
  for (const double size : {0.02, 0.01, 0.005}) {
    Eigen::VectorXd v(4), w(4);
    v << size, -0.5 * size, 0.3 * size, 0.8 * size;
    w << 0.2 * size, 0.9 * size, -0.6 * size, 0.1 * size;
    const JointCycle cycle{{v, w}};
    const Vector3 exact = vector_from_rotation(integrate_joint_cycle(response, joints, cycle));
    const double error = (exact - second_order_change(curvature, cycle)).norm() / exact.norm();
    if (last > 0.0) {
      EXPECT_NEAR(error / last, 0.5, 0.05);
    }
    last = error;
  }
  EXPECT_LT(last, 0.02);
}

TEST(VehicleResponse, TurnDoesNotDependOnWhereTheStartOfTheCycleIsCalledAttitudeZero) {
  RandomTrees draw(62);
  const TreeModel model(draw.tree(BaseKind::kFree, 3, 0.0, 0.0));
  VehicleResponse response(model);
  const Eigen::VectorXd a = draw.vector(3, 1.0);
  const Eigen::VectorXd b = draw.vector(3, 1.0);
  const Matrix3 there_and_back = integrate_joint_path(response, {a, b, a});
  EXPECT_LT((there_and_back - Matrix3::Identity()).norm(), 1e-12)
      << "a path that is gone back encloses nothing";
}

TEST(JointCycle, MeetsThePapersConstraintsForThreeJoints) {
  RandomTrees draw(63);
  const TreeModel model(draw.tree(BaseKind::kFree, 3, 0.0, 0.0));
  VehicleResponse response(model);
  const Matrix3X curvature = response.curvature(draw.vector(3, 1.0));
  const Vector3 change(0.002, -0.001, 0.0015);
  const auto cycle = plan_joint_cycle(curvature, 3, change);
  ASSERT_TRUE(cycle) << cycle.error();
  ASSERT_EQ(cycle->size(), 1u);
  const Eigen::VectorXd& v = cycle->front().dV;
  const Eigen::VectorXd& w = cycle->front().dW;
  EXPECT_NEAR(v.dot(w), 0.0, 1e-12 * v.dot(v));                                                // (11)
  EXPECT_NEAR(v.dot(v), w.dot(w), 1e-12 * v.dot(v));                                           // (12)
  EXPECT_NEAR(v[2], 0.5 * (v[0] + v[1]), 1e-12 * v.norm());                                    // (13)
  EXPECT_LT((second_order_change(curvature, *cycle) - change).norm(), 1e-12 * change.norm());  // (10)
}

TEST(JointCycle, TakesSquaresInSeveralPlanesForMoreJoints) {
  RandomTrees draw(64);
  for (int n = 4; n <= 7; ++n) {
    const TreeModel model(draw.tree(BaseKind::kFree, n, 0.3, 0.0));
    VehicleResponse response(model);
    const Matrix3X curvature = response.curvature(draw.vector(n, 1.0));
    const Vector3 change = draw.vector(0.01);
    const auto cycle = plan_joint_cycle(curvature, n, change);
    ASSERT_TRUE(cycle) << cycle.error();
    EXPECT_LE(cycle->size(), static_cast<std::size_t>(n / 2));
    EXPECT_LT((second_order_change(curvature, *cycle) - change).norm(), 1e-14);
    for (const JointRectangle& sides : *cycle) EXPECT_NEAR(sides.dV.dot(sides.dW), 0.0, 1e-14);
  }
}

TEST(JointCycle, OfOneJointOrOfParallelJointsInSpaceIsRefused) {
  Matrix3X none(3, 0);
  EXPECT_FALSE(plan_joint_cycle(none, 1, Vector3::UnitZ()));
  const TreeModel planar(tree_from_planar(table2_robot(), BaseKind::kFree));
  VehicleResponse response(planar);
  const Matrix3X curvature = response.curvature(Eigen::Vector2d(0.3, 0.8));
  EXPECT_TRUE(plan_joint_cycle(curvature, 2, 0.001 * Vector3::UnitZ()));
  EXPECT_FALSE(plan_joint_cycle(curvature, 2, 0.001 * Vector3::UnitX()));
}

TEST(ReorientVehicle, ReachesTheGoalWithAnyNumberOfJoints) {
  RandomTrees draw(65);
  for (int n = 3; n <= 6; ++n) {
    const TreeModel model(draw.tree(BaseKind::kFree, n, 0.0, 0.0));
    VehicleResponse response(model);
    const Eigen::VectorXd joints = draw.vector(n, 1.0);
    const Vector3 start(0.3, 0.2, -0.1);
    const Vector3 goal = start + Vector3(0.05, -0.04, 0.06);
    ReorientationConfig config;
    config.cycles_per_set = 200;
    const auto sets = reorient_vehicle(response, joints, start, goal, config);
    ASSERT_TRUE(sets) << sets.error();
    EXPECT_LT(sets->back().missing, config.tolerance) << n;
    EXPECT_LE(sets->size(), 10u);
    EXPECT_LT((sets->back().angles - goal).norm(), 1e-5);
  }
}

TEST(ReorientVehicle, TurnsAPlanarRobotWithTwoJoints) {
  const TreeModel model(tree_from_planar(table2_robot()));
  VehicleResponse response(model);
  ReorientationConfig config;
  const auto sets =
      reorient_vehicle(response, Eigen::Vector2d(0.3, 0.8), Vector3::Zero(), Vector3(0.1, 0.0, 0.0), config);
  ASSERT_TRUE(sets) << sets.error();
  EXPECT_LT(sets->back().missing, config.tolerance);
  EXPECT_NEAR(sets->back().angles[0], 0.1, 1e-6);
}

}  // namespace
}  // namespace freefloat
