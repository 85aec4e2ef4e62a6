#include "model/dynamics.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support/integrate_motion.h"
#include "support/random_robot.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

struct Case {
  RobotParameters robot;
  RobotState state;
  JointVector torques;
};

Case lateral3_case() {
  Case c{lateral3_robot(), {}, JointVector(3)};
  c.state.p_WB = {1.329, -0.072};
  c.state.theta_WB = 0.902;
  c.state.joints = (JointVector(3) << 0.73, 1.348, -1.255).finished();
  c.state.v_WB = {0.637, 0.0};
  c.state.w_WB = -0.082;
  c.state.joint_rates = (JointVector(3) << 0.299, 0.186, -0.102).finished();
  c.torques << -0.084, 0.167, 0.128;
  return c;
}

// Reference values: planar_dynamics[1].
TEST(Dynamics, AgreesWithIndependentValuesForLateralOffsets) {
  const Case c = lateral3_case();
  const PlanarModel model(c.robot);
  const Posture posture = compute_posture(c.state.theta_WB, c.state.joints);
  const CoordinateMatrix inertia = compute_inertia_matrix(model, posture);
  EXPECT_NEAR(inertia(2, 2), 0.8492682262118765, 1e-14);
  EXPECT_NEAR(inertia(4, 3), 0.12991914583024045, 1e-14);
  EXPECT_NEAR(inertia(3, 0), -0.6320728745872622, 1e-14);
  EXPECT_LT((inertia - inertia.transpose()).norm(), 1e-15);

  const BodyVector rates = compute_body_rates(c.state.w_WB, c.state.joint_rates);
  CoordinateVector expected(6);
  expected << 0.038781043661681724, -0.040189332945592335, -0.018649460784104416, -0.008104346388989353,
      0.0025437795378017306, -0.0022167761252865673;
  EXPECT_LT((compute_velocity_terms(model, posture, rates) - expected).norm(), 1e-15);
  expected << -0.11698972036648732, -0.011421932347372049, 0.9861466063769958, -4.395652363325415,
      3.986243238919662, 10.313070431465912;
  EXPECT_LT((compute_accelerations(model, posture, rates, c.torques, {}) - expected).norm(), 1e-12);

  const MotionTotals totals = compute_motion_totals(model, posture, c.state);
  EXPECT_NEAR(totals.kinetic_energy, 1.4226357517014365, 1e-14);
  EXPECT_NEAR(totals.linear_momentum.x(), 4.53821824191973, 1e-14);
  EXPECT_NEAR(totals.angular_momentum, 0.06306142774485912, 1e-15);
  EXPECT_NEAR(totals.angular_momentum_origin, -0.4440577857154605, 1e-14);
  EXPECT_NEAR(totals.p_WG.x(), 1.3115364027179428, 1e-14);
}

TEST(Dynamics, ReducedFormSolvesTheFullEquationsWithAWrench) {
  const Case c = lateral3_case();
  const PlanarModel model(c.robot);
  const Posture posture = compute_posture(c.state.theta_WB, c.state.joints);
  const BodyVector rates = compute_body_rates(c.state.w_WB, c.state.joint_rates);
  const BaseWrench wrench{{0.3, -0.7}, 0.11};
  CoordinateVector forces(6);
  forces << wrench.force, wrench.moment, c.torques;
  const CoordinateVector accelerations = compute_accelerations(model, posture, rates, c.torques, wrench);
  const CoordinateVector residual = compute_inertia_matrix(model, posture) * accelerations +
                                    compute_velocity_terms(model, posture, rates) - forces;
  EXPECT_LT(residual.norm(), 1e-13);
}

TEST(Dynamics, KeepsEnergyAndMomentumWithoutTorques) {
  RandomRobots draw(21);
  for (int n = 1; n <= kMaxJoints; ++n) {
    const PlanarModel model(draw.robot(n, true));
    Motion motion{CoordinateVector(n + 3), CoordinateVector(n + 3)};
    motion.q << 0.3, -0.2, 0.5, draw.vector(n, -2.0, 2.0);
    motion.rate << 0.1, 0.2, -0.3, draw.vector(n, -0.5, 0.5);
    const auto totals_of = [&](const Motion& at) {
      const RobotState state = to_state(at);
      return compute_motion_totals(model, compute_posture(state.theta_WB, state.joints), state);
    };
    const MotionTotals before = totals_of(motion);
    const MotionTotals after =
        totals_of(integrate_motion(model, motion, JointVector::Zero(n), {}, 2.0, 4000));
    EXPECT_NEAR(after.kinetic_energy / before.kinetic_energy, 1.0, 1e-10) << n;
    EXPECT_LT((after.linear_momentum - before.linear_momentum).norm(), 1e-12) << n;
    EXPECT_NEAR(after.angular_momentum, before.angular_momentum, 1e-10) << n;
    EXPECT_NEAR(after.angular_momentum_origin, before.angular_momentum_origin, 1e-10) << n;
  }
}

TEST(Dynamics, TorquesDoWorkAndTheWrenchChangesMomentum) {
  const PlanarModel model(lateral3_robot());
  Motion motion{CoordinateVector::Zero(6), CoordinateVector::Zero(6)};
  motion.q << 0.0, 0.0, 0.2, 0.4, -0.9, 0.3;
  const BaseWrench wrench{{0.2, -0.1}, 0.05};
  const Motion end = integrate_motion(model, motion, JointVector::Zero(3), wrench, 1.5, 3000);
  const RobotState state = to_state(end);
  const MotionTotals totals =
      compute_motion_totals(model, compute_posture(state.theta_WB, state.joints), state);
  EXPECT_LT((totals.linear_momentum - 1.5 * wrench.force).norm(), 1e-12);
  const JointVector torques = (JointVector(3) << 0.03, -0.02, 0.01).finished();
  const double h = 1e-4;
  const auto energy_after = [&](double time) {
    const RobotState at = to_state(integrate_motion(model, end, torques, {}, time, 10));
    return compute_motion_totals(model, compute_posture(at.theta_WB, at.joints), at).kinetic_energy;
  };
  EXPECT_NEAR((energy_after(h) - energy_after(-h)) / (2.0 * h), torques.dot(state.joint_rates), 1e-8);
}

TEST(Dynamics, EnergyIsTheFormOfTheInertiaMatrix) {
  RandomRobots draw(22);
  for (int n = 1; n <= kMaxJoints; ++n) {
    const PlanarModel model(draw.robot(n, true));
    Motion motion{CoordinateVector(n + 3), CoordinateVector(n + 3)};
    motion.q << 0.3, -0.2, 0.5, draw.vector(n, -2.0, 2.0);
    motion.rate << 0.1, 0.2, -0.3, draw.vector(n, -0.5, 0.5);
    const RobotState state = to_state(motion);
    const Posture posture = compute_posture(state.theta_WB, state.joints);
    const CoordinateMatrix inertia = compute_inertia_matrix(model, posture);
    const MotionTotals totals = compute_motion_totals(model, posture, state);
    EXPECT_NEAR(0.5 * motion.rate.dot(inertia * motion.rate) / totals.kinetic_energy, 1.0, 1e-13);
    const CoordinateVector momenta = inertia * motion.rate;  // of x0, y0: the linear momentum
    EXPECT_LT((momenta.head<2>() - totals.linear_momentum).norm(), 1e-13 * (1.0 + momenta.norm()));
  }
}

TEST(Dynamics, JointInertiaIsTheWholeOneWithTheSatelliteEliminated) {
  RandomRobots draw(31);
  for (int n = 1; n <= kMaxJoints; ++n) {
    const PlanarModel model(draw.robot(n, true));
    const Posture posture = compute_posture(0.4, draw.vector(n, -2.0, 2.0));
    const Eigen::MatrixXd whole = compute_inertia_matrix(model, posture);
    const Eigen::MatrixXd coupling = whole.topRightCorner(3, n);
    const Eigen::MatrixXd wanted =
        whole.bottomRightCorner(n, n) - coupling.transpose() * whole.topLeftCorner(3, 3).inverse() * coupling;
    EXPECT_LT((compute_joint_inertia(model, posture) - wanted).norm(), 1e-12 * whole.norm()) << n;
  }
}

TEST(Dynamics, VelocityTermsVanishForACommonTurnAboutTheMassCentre) {
  RandomRobots draw(23);
  const PlanarModel model(draw.robot(4, true));
  const Posture posture = compute_posture(0.1, draw.vector(4, -2.0, 2.0));
  const BodyVector terms = compute_body_velocity_terms(model, posture, BodyVector::Constant(5, 0.7));
  EXPECT_NEAR(terms.sum(), 0.0, 1e-15);
}

}  // namespace
}  // namespace freefloat
