#include "guidance/reorientation.h"

#include <gtest/gtest.h>

#include "support/random_robot.h"
#include "turning_robot.h"
#include "types/angle.h"

namespace freefloat {
namespace {

LoopPrediction predict_loop(const LoopSetup& setup, const LoopStart& start, const JointLoop& loop) {
  LoopPrediction prediction;
  prediction.loop = loop;
  while (!prediction.done()) advance_prediction(setup, start, prediction);
  return prediction;
}

TEST(LoopPrediction, TurnsAsTheFineIntegrationOfTheMomentumDoes) {
  const PlanarModel model(table2_robot());
  const MotionLimits limits;
  const LoopSetup setup{model, limits, {1.2, 3.0}, 0.5};
  LoopStart start;
  start.home = Eigen::Vector2d(0.4, 1.3);
  start.angular_momentum = 0.002;
  const JointLoop loop{0, 1, 1.7, -2.2};
  const LoopPrediction prediction = predict_loop(setup, start, loop);
  double turn = 0.0;
  const double h = 1e-4;
  const double end = loop_duration(setup.pace, loop) + setup.rest_after;
  for (double t = 0.5 * h; t < end; t += h) {
    const LoopPoint point = loop_point(setup.pace, loop, start.home, t);
    turn += h * satellite_rate(compute_angular_inertia(model, compute_posture(0.0, point.joints)),
                               point.rates, start.angular_momentum);
  }
  EXPECT_NEAR(prediction.turn(), turn, 2e-4);
  EXPECT_NEAR(prediction.time, end, 1e-9);
}

TEST(LoopPrediction, TheOtherWayRoundTurnsBack) {
  const PlanarModel model(lateral3_robot());
  const MotionLimits limits;
  const LoopSetup setup{model, limits, {1.2, 3.0}, 0.5};
  LoopStart start;
  start.home = Eigen::Vector3d(0.4, 1.3, -0.5);
  const JointLoop loop{0, 2, 1.7, -2.2};
  EXPECT_NEAR(predict_loop(setup, start, loop).turn(), -predict_loop(setup, start, reversed(loop)).turn(),
              1e-12);
}

class Reorientation : public testing::TestWithParam<double> {};

TEST_P(Reorientation, TurnsFromAnyPostureAndBringsTheJointsBack) {
  RandomRobots draw(7);
  for (int i = 0; i < 12; ++i) {
    const bool two = i % 2 == 0;
    JointVector joints(two ? 2 : 3);
    for (double& angle : joints) angle = draw.number(-3.0, 3.0);
    TurningRobot robot(two ? table2_robot() : lateral3_robot(), joints);
    const double start = robot.robot().theta_WB;
    const GuidanceOutput step = robot.turn_by(deg_to_rad(GetParam()));
    ASSERT_EQ(step.status, TaskStatus::kDone) << joints.transpose();
    EXPECT_NEAR(robot.robot().theta_WB - start, deg_to_rad(GetParam()), robot.tolerance)
        << joints.transpose();
    EXPECT_LT((robot.robot().joints - joints).lpNorm<Eigen::Infinity>(), 0.004);
    EXPECT_LE(robot.largest_rate, TurningRobot::kMaxRate);
    EXPECT_GT(robot.least_clearance, 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Degrees, Reorientation,
                         testing::Values(1.0, 10.0, -10.0, 30.0, -30.0, 90.0, -200.0));

TEST(ReorientationWithMomentum, CountsTheTurnThatTheMomentumMakes) {
  for (const double momentum : {0.01, -0.01}) {
    TurningRobot robot(table2_robot(), Eigen::Vector2d(0.4, 2.2));
    robot.angular_momentum = momentum;
    const double start = robot.robot().theta_WB;
    const GuidanceOutput step = robot.turn_by(0.5);
    ASSERT_EQ(step.status, TaskStatus::kDone);
    EXPECT_NEAR(robot.robot().theta_WB - start, 0.5, robot.tolerance);
    // A loop takes 10 s, in which the momentum alone turns the satellite by 7 deg: each does what it should.
    EXPECT_LE(robot.memory.loops_done, 2) << momentum;
    EXPECT_NEAR(step.reorientation.missing, 0.0, 0.002);
  }
}

TEST(Reorientation, SaysBeforehandThatTheDriftLeavesTooLittleTime) {
  TurningRobot robot(table2_robot(), Eigen::Vector2d(0.4, 2.2));
  robot.acceleration = {0.05, 0.02};
  const GuidanceOutput step = robot.turn_by(1.5);
  EXPECT_EQ(step.status, TaskStatus::kUnreachable);
  EXPECT_EQ(robot.memory.loops_done, 0);
  EXPECT_GT(step.reorientation.needed_time, step.reorientation.available_time);
  EXPECT_NEAR(step.reorientation.drift_acceleration.norm(), robot.acceleration.norm(), 1e-6);
  EXPECT_LT(robot.time(), 5.0);
  EXPECT_GT(robot.least_clearance, 0.0);
}

TEST(Reorientation, CountsAllLoopsThatATurnNeedsAgainstTheDrift) {
  TurningRobot robot(table2_robot(), Eigen::Vector2d(0.4, 2.2));
  robot.acceleration = {0.002, 0.0};  // one loop would pass, six do not
  const GuidanceOutput step = robot.turn_by(3.0);
  EXPECT_EQ(step.status, TaskStatus::kUnreachable);
  EXPECT_EQ(robot.memory.loops_done, 0);
  EXPECT_GT(step.reorientation.needed_time, step.reorientation.available_time);
  EXPECT_GT(step.reorientation.available_time, 15.0);
}

TEST(Reorientation, KeepsTheSwingingSatelliteOffTheEdge) {
  RandomRobots draw(8);
  int turned = 0;
  for (int i = 0; i < 30; ++i) {
    TurningRobot robot(table2_robot(), Eigen::Vector2d(draw.number(-3.0, 3.0), draw.number(-3.0, 3.0)));
    robot.p_WG = {draw.number(0.45, 0.6), draw.number(0.45, 0.6)};
    if (!robot.starts_inside()) continue;
    turned += robot.turn_by(draw.number(-1.0, 1.0)).status == TaskStatus::kDone ? 1 : 0;
    EXPECT_GT(robot.least_clearance, 0.0) << i;
  }
  EXPECT_GT(turned, 5);
}

TEST(Reorientation, SucceedsInADriftThatLeavesTimeEnough) {
  TurningRobot robot(table2_robot(), Eigen::Vector2d(0.4, 2.2));
  robot.acceleration = {0.0, 0.001};
  const GuidanceOutput step = robot.turn_by(0.5);
  EXPECT_EQ(step.status, TaskStatus::kDone);
  EXPECT_GT(robot.least_clearance, 0.0);
}

TEST(Reorientation, GoesHomeAfterAPauseAndThenOn) {
  TurningRobot robot(table2_robot(), Eigen::Vector2d(0.4, 2.2));
  const JointVector home = robot.robot().joints;
  const double start = robot.robot().theta_WB;
  robot.interrupt_at = 5.0;  // in the middle of a loop
  ASSERT_EQ(robot.turn_by(1.0).status, TaskStatus::kDone);
  EXPECT_TRUE(robot.was_interrupted_in_motion);
  EXPECT_NEAR(robot.robot().theta_WB - start, 1.0, robot.tolerance);
  EXPECT_LT((robot.robot().joints - home).lpNorm<Eigen::Infinity>(), 0.004);
}

}  // namespace
}  // namespace freefloat
