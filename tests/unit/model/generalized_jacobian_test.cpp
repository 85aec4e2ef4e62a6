#include "model/generalized_jacobian.h"

#include <gtest/gtest.h>

#include "support/random_robot.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

// Reference values: planar_configs[0].
TEST(GeneralizedJacobian, AgreesWithIndependentBodySums) {
  const PlanarModel model(table2_robot());
  const JointVector joints = (JointVector(2) << 0.415, -3.086).finished();
  const Posture posture = compute_posture(0.892, joints);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
  const Eigen::Matrix<double, 3, 2> expected{{0.06733124027855546, 0.3301046783070674},
                                             {-0.028752571654567675, -0.0671013380582212},
                                             {0.6442018468743527, 1.0294390458195553}};
  EXPECT_LT((jacobian.matrix - expected).norm(), 1e-14);
}

TEST(GeneralizedJacobian, BecomesFixedBaseJacobianForHeavyBase) {
  RobotParameters robot = lateral3_robot();
  robot.satellite_mass = 1e9;
  robot.satellite_inertia = 1e9;
  const JointVector joints = (JointVector(3) << 0.3, -1.1, 0.7).finished();
  const PlanarModel model(robot);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, compute_posture(0.2, joints));
  // Fixed base: joint j turns the hand about joint j.
  std::vector<Vector2> joint_positions;
  Vector2 at = rotate(0.2, robot.satellite_to_joint);
  double theta = 0.2;
  for (Eigen::Index j = 0; j < 3; ++j) {
    joint_positions.push_back(at);
    theta += joints[j];
    const LinkParameters& link = robot.links[j];
    at += rotate(theta, Vector2(link.to_mass_centre + link.to_end));
  }
  for (Eigen::Index j = 0; j < 3; ++j) {
    const Vector2 expected = perpendicular(at - joint_positions[j]);
    EXPECT_LT((jacobian.position().col(j) - expected).norm(), 1e-8);
    EXPECT_NEAR(jacobian.matrix(2, j), 1.0, 1e-8);
  }
}

TEST(GeneralizedJacobian, IsTheSlopeOfTheHandAtZeroMomentum) {
  RandomRobots draw(11);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 1 + trial % kMaxJoints;
    const PlanarModel model(draw.robot(n, trial % 2 == 0));
    const JointVector joints = draw.vector(n, -3.0, 3.0);
    const JointVector rates = draw.vector(n, -1.0, 1.0);
    const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, compute_posture(0.4, joints));
    const double turn = jacobian.satellite_rate.dot(rates);
    const double h = 1e-6;
    const auto hand_at = [&](double t) {
      return compute_hand(model, compute_posture(0.4 + t * turn, JointVector(joints + t * rates))).p_GX;
    };
    const Vector2 slope = (hand_at(h) - hand_at(-h)) / (2.0 * h);
    EXPECT_LT((jacobian.position() * rates - slope).norm(), 1e-8 * (1.0 + slope.norm()));
    EXPECT_NEAR(jacobian.matrix.row(2).dot(rates), turn + rates.sum(), 1e-12);
  }
}

TEST(GeneralizedJacobian, AddsTheMotionThatMomentumBrings) {
  RandomRobots draw(12);
  for (int n = 1; n <= kMaxJoints; ++n) {
    const PlanarModel model(draw.robot(n, true));
    const JointVector joints = draw.vector(n, -3.0, 3.0);
    const JointVector rates = draw.vector(n, -1.0, 1.0);
    const double momentum = 0.37;
    const Posture posture = compute_posture(-0.8, joints);
    const PointMotion hand = compute_hand(model, posture);
    const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
    const double turn = satellite_rate(compute_angular_inertia(model, posture), rates, momentum);
    const Vector2 expected = hand.by_attitude() * turn + hand.by_joints() * rates;
    const Eigen::Vector3d found = jacobian.matrix * rates + jacobian.by_momentum * momentum;
    EXPECT_LT((found.head<2>() - expected).norm(), 1e-13);
    EXPECT_NEAR(found.z(), turn + rates.sum(), 1e-12);
  }
}

TEST(GeneralizedJacobian, IsTheSameFromTheTwoJointCodeAndTheGeneralCode) {
  RandomRobots draw(13);
  for (int trial = 0; trial < 200; ++trial) {
    const PlanarModel model(draw.robot(2, trial % 2 == 0));
    const Posture posture = compute_posture(draw.number(-3.0, 3.0), draw.vector(2, -3.0, 3.0));
    const GeneralizedJacobian special = compute_generalized_jacobian(model, posture);
    const GeneralizedJacobian general =
        compute_generalized_jacobian(compute_hand(model, posture), compute_angular_inertia(model, posture));
    EXPECT_LT((special.matrix - general.matrix).norm(), 4e-15 * general.matrix.norm());
    EXPECT_LT((special.by_momentum - general.by_momentum).norm(), 4e-15 * general.by_momentum.norm());
    EXPECT_LT((special.satellite_rate - general.satellite_rate).norm(), 4e-15);
  }
}

}  // namespace
}  // namespace freefloat
