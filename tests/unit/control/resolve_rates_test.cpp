#include "control/resolve_rates.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "model/dynamics.h"
#include "support/random_robot.h"
#include "support/test_robots.h"
#include "types/angle.h"

namespace freefloat {
namespace {

Vector2 hand_at(const PlanarModel& model, double theta, const JointVector& joints, const Vector2& p_WG) {
  return p_WG + compute_hand(model, compute_posture(theta, joints)).p_GX;
}

TEST(ResolveRates, MovesTheHandWithTheWantedVelocityOnADriftingSystem) {
  RandomRobots random(2);
  int tried = 0;
  for (int i = 0; i < 300; ++i) {
    const int joint_count = 2 + i % 3;
    const PlanarModel model(random.robot(joint_count, i % 2 == 0));
    const double theta = random.number(-3.0, 3.0);
    const JointVector joints = random.vector(joint_count, -2.5, 2.5);
    const Vector2 v_WE{random.number(-0.1, 0.1), random.number(-0.1, 0.1)};
    const Vector2 v_WG{random.number(-0.05, 0.05), random.number(-0.05, 0.05)};  // P is not zero
    const double momentum = random.number(-0.05, 0.05);
    const Posture posture = compute_posture(theta, joints);
    const ResolvedRates resolved =
        resolve_rates({}, compute_generalized_jacobian(model, posture), v_WE, v_WG, momentum);
    if (resolved.sigma_min < 0.01) continue;
    ++tried;
    // A tiny step either way; the satellite's rate from the momentum equation, not from the Jacobian.
    const double satellite = satellite_rate(compute_angular_inertia(model, posture), resolved.raw, momentum);
    constexpr double kStep = 1e-6;
    const Vector2 ahead =
        hand_at(model, theta + kStep * satellite, joints + kStep * resolved.raw, kStep * v_WG);
    const Vector2 back =
        hand_at(model, theta - kStep * satellite, joints - kStep * resolved.raw, -kStep * v_WG);
    EXPECT_LT(((ahead - back) / (2.0 * kStep) - v_WE).norm(), 1e-7 * (1.0 + resolved.raw.squaredNorm()));
  }
  EXPECT_GT(tried, 200);
}

TEST(ResolveRates, TurnTheHandByWhatThePositionLeavesFree) {
  RandomRobots random(5);
  int exact = 0;
  for (int i = 0; i < 300; ++i) {
    const int joint_count = 3 + i % 3;
    const PlanarModel model(random.robot(joint_count, i % 2 == 0));
    const Posture posture = compute_posture(random.number(-3.0, 3.0), random.vector(joint_count, -2.5, 2.5));
    const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, posture);
    const double momentum = random.number(-0.05, 0.05);
    const double w_WE = random.number(-0.5, 0.5);
    const ResolvedRates led = resolve_rates({}, jacobian, {0.03, -0.02}, Vector2::Zero(), momentum);
    if (led.sigma_min < 0.02) continue;
    ResolvedRates turned_too = led;
    resolve_hand_turn(jacobian, w_WE, momentum, 1e9, turned_too);
    const JointVector& rates = turned_too.raw;
    // The hand goes where it went, and turns as it is wanted to: all three rows of Eq. (4), momentum kept.
    const double scale = 1.0 + rates.norm();
    EXPECT_LT((jacobian.position() * (rates - led.raw)).norm(), 1e-12 * scale);
    const double turned = jacobian.matrix.row(2).dot(rates) + jacobian.by_momentum[2] * momentum;
    const double before = jacobian.matrix.row(2).dot(led.raw) + jacobian.by_momentum[2] * momentum;
    // Where it is damped it comes nearer at least, never beyond.
    EXPECT_LE(std::abs(turned - w_WE), std::abs(before - w_WE) + 1e-12 * scale);
    if (std::abs(turned - w_WE) < 1e-9 * scale) ++exact;
    // A joint's limit is kept where the position keeps it.
    ResolvedRates limited = led;
    const double limit = 1.05 * led.raw.lpNorm<Eigen::Infinity>();
    resolve_hand_turn(jacobian, w_WE, momentum, limit, limited);
    EXPECT_LE(limited.raw.lpNorm<Eigen::Infinity>(), limit * (1.0 + 1e-12));
    EXPECT_LT((jacobian.position() * (limited.raw - led.raw)).norm(), 1e-12 * scale);
  }
  EXPECT_GT(exact, 150);
}

TEST(ResolveRates, TurnNoHandOfTwoJoints) {
  const PlanarModel model(table2_robot());
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(model, compute_posture(0.3, Eigen::Vector2d(0.4, 1.1)));
  ResolvedRates resolved;
  resolved.raw = Eigen::Vector2d(0.1, 0.2);
  resolve_hand_turn(jacobian, 0.5, 0.0, 1.0, resolved);
  EXPECT_EQ(resolved.raw, JointVector(Eigen::Vector2d(0.1, 0.2)));
}

TEST(ResolveRates, TurnNoHandWhereThePositionIsDamped) {
  const PlanarModel model(lateral3_robot());
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(model, compute_posture(0.3, Eigen::Vector3d(0.4, -1.1, 0.9)));
  // A threshold above any singular value that an arm of this length can have.
  const ResolvedRates led = resolve_rates({10.0, 0.05}, jacobian, {0.03, -0.02}, Vector2::Zero(), 0.0);
  ASSERT_GT(led.damping, 0.0);
  ResolvedRates resolved = led;
  resolve_hand_turn(jacobian, 0.5, 0.0, 1e9, resolved);
  EXPECT_EQ(resolved.raw, led.raw);
  // The same rates, believed exact, do turn it.
  resolved.damping = 0.0;
  resolve_hand_turn(jacobian, 0.5, 0.0, 1e9, resolved);
  EXPECT_NE(resolved.raw, led.raw);
}

TEST(ResolveRates, TakesTheSmallestRatesThatDoItForMoreThanTwoJoints) {
  const PlanarModel model(lateral3_robot());
  const JointVector joints = Eigen::Vector3d(0.4, -1.1, 0.9);
  const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, compute_posture(0.3, joints));
  const ResolvedRates resolved = resolve_rates({}, jacobian, {0.05, -0.02}, Vector2::Zero(), 0.0);
  const PointJacobian j = jacobian.position();
  EXPECT_LT((j * resolved.raw - Vector2(0.05, -0.02)).norm(), 1e-14);
  // Motion of the joints that leaves the hand where it is: nothing of it is in the answer.
  const Eigen::Vector3d first = j.row(0).transpose();
  const Eigen::Vector3d second = j.row(1).transpose();
  EXPECT_NEAR(first.cross(second).normalized().dot(Eigen::Vector3d(resolved.raw)), 0.0, 1e-14);
}

TEST(ResolveRates, LeadsAOneJointArmAlongTheOnlyWayItHasWhenDamped) {
  RobotParameters robot = table2_robot();
  robot.links.pop_back();
  const PlanarModel model(robot);
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(model, compute_posture(0.0, JointVector::Constant(1, 0.3)));
  const PointJacobian j = jacobian.position();
  const Vector2 along = Vector2(j.col(0)).normalized();
  const DampingConfig damping{0.01, 0.01};
  const ResolvedRates with = resolve_rates(damping, jacobian, 0.05 * along, Vector2::Zero(), 0.0);
  EXPECT_NEAR(with.sigma_min, 0.0, 1e-9);
  EXPECT_NEAR((j * with.raw - 0.05 * along).norm(), 0.0, 2e-3);
  const ResolvedRates across =
      resolve_rates(damping, jacobian, 0.05 * perpendicular(along), Vector2::Zero(), 0.0);
  EXPECT_NEAR(across.raw.norm(), 0.0, 1e-12);
}

TEST(ResolveRates, ReportsTheSmallestSingularValueAndTheDeterminant) {
  const PlanarModel model(table2_robot());
  RandomRobots random(3);
  for (int i = 0; i < 200; ++i) {
    const GeneralizedJacobian jacobian = compute_generalized_jacobian(
        model, compute_posture(random.number(-3.0, 3.0), random.vector(2, -3.0, 3.0)));
    const ResolvedRates resolved = resolve_rates({}, jacobian, {0.01, 0.0}, Vector2::Zero(), 0.0);
    const PointJacobian j = jacobian.position();
    EXPECT_NEAR(resolved.determinant, j(0, 0) * j(1, 1) - j(0, 1) * j(1, 0), 1e-16);
    double least = 1e9;  // of |J^T u| over all directions u
    for (int k = 0; k < 3600; ++k) {
      least = std::min(least, (j.transpose() * rotate(kPi * k / 3600.0, {1.0, 0.0})).norm());
    }
    EXPECT_NEAR(resolved.sigma_min, least, 1e-2 * least + 1e-5);
  }
}

TEST(ResolveRates, DampsContinuouslyAndWithinBoundsThroughASingularity) {
  // phi_2 runs through a dynamic singularity near the stretched arm.
  const PlanarModel model(table2_robot());
  const DampingConfig damping{0.01, 0.01};
  const Vector2 v_WE{0.05, 0.05};
  JointVector last;
  bool damped = false;
  bool free = false;
  for (int i = -20000; i <= 20000; ++i) {
    const JointVector joints = Eigen::Vector2d(0.7, 1e-5 * 1.5 * i);
    const GeneralizedJacobian jacobian = compute_generalized_jacobian(model, compute_posture(0.2, joints));
    const ResolvedRates resolved = resolve_rates(damping, jacobian, v_WE, Vector2::Zero(), 0.0);
    // s / (s^2 + l^2) is at most 1 / (2 l); where l is below its largest value, s bounds it.
    EXPECT_LT(resolved.raw.norm(), v_WE.norm() * 1.05 / damping.max_damping);
    if (i > -20000) {
      EXPECT_LT((resolved.raw - last).norm(), 0.02) << "phi_2 = " << joints[1];
    }
    last = resolved.raw;
    (resolved.damping > 0.0 ? damped : free) = true;
    EXPECT_EQ(resolved.damping > 0.0, resolved.sigma_min < damping.threshold);
    EXPECT_LE(resolved.damping, damping.max_damping);
  }
  EXPECT_TRUE(damped && free);
}

TEST(ResolveRates, GivesNothingBoundlessToTheWireAtAnExactSingularity) {
  GeneralizedJacobian jacobian;
  jacobian.matrix = HandJacobian::Zero(3, 2);
  jacobian.matrix(0, 0) = 0.5;
  jacobian.matrix(0, 1) = 0.25;
  jacobian.by_momentum.setZero();
  const ResolvedRates damped = resolve_rates({0.01, 0.01}, jacobian, {0.1, 0.1}, Vector2::Zero(), 0.0);
  EXPECT_TRUE(damped.raw.allFinite());
  EXPECT_EQ(damped.sigma_min, 0.0);
  EXPECT_EQ(damped.damping, 0.01);
}

}  // namespace
}  // namespace freefloat
