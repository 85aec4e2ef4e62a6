#include "estimation/robot_filter.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>
#include <cstdio>

#include "estimation/start_robot_filter.h"
#include "model/payload.h"
#include "support/least_eigenvalue.h"
#include "unit/estimation/true_robot.h"

namespace freefloat {
namespace {

constexpr Duration kPeriod = std::chrono::milliseconds(10);

RobotFilterSetup make_setup(const EstimatorConfig& config = {}) {
  return {PlanarModel(led_robot()), led_robot().markers, config, true};
}

TrueRobot random_pose(std::uint64_t seed, const SensorNoise& noise = {}) {
  TrueRobot truth(led_robot(), noise, seed);
  truth.p_WG = {truth.uniform(-0.5, 0.5), truth.uniform(-0.5, 0.5)};
  truth.theta_WB = truth.uniform(-kPi, kPi);
  truth.joints = Vector2{truth.uniform(-5.0, 5.0), truth.uniform(-5.0, 5.0)};
  return truth;
}

/// Starts where the truth is, with its own uncertainty.
RobotFilterState start_at(const RobotFilterSetup& setup, TrueRobot& truth) {
  RobotFilterState state;
  EXPECT_TRUE(initialise_robot_filter(setup, truth.frame(), truth.feedback().angles, state));
  return state;
}

void expect_pose(const RobotFilterState& state, const TrueRobot& truth, double tolerance) {
  EXPECT_NEAR(wrap_angle(state.theta_WB - truth.theta_WB), 0.0, tolerance);
  EXPECT_LT((state.joints - truth.joints).norm(), tolerance);
  EXPECT_LT((state.p_WG - truth.p_WG).norm(), tolerance);
}

TEST(RobotFilterStart, FindsPoseAndJointsFromOneFrame) {
  const RobotFilterSetup setup = make_setup();
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    TrueRobot truth = random_pose(seed);
    RobotFilterState state;
    // Rough potentiometers, for they tell no more than the turn.
    const JointVector pots = truth.joints + Vector2{0.3, -0.3};
    ASSERT_TRUE(initialise_robot_filter(setup, truth.frame(), pots, state));
    expect_pose(state, truth, 1e-12);
  }
}

TEST(RobotFilterStart, NeedsNoPotentiometersWhenAllLedsAreSeen) {
  TrueRobot truth = random_pose(3);
  truth.joints = Vector2{1.0, -2.0};
  RobotFilterState state;
  ASSERT_TRUE(initialise_robot_filter(make_setup(), truth.frame(), JointVector(), state));
  expect_pose(state, truth, 1e-12);
}

TEST(RobotFilterStart, ReplacesAnyTwoHiddenLedsByPotentiometers) {
  const RobotFilterSetup setup = make_setup();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = a; b < 4; ++b) {
        TrueRobot truth = random_pose(seed);
        truth.joints = 0.3 * truth.joints;  // nor may the tip touch the tail
        MarkerFrame frame = truth.frame();
        hide(frame, {a, b});
        RobotFilterState state;
        ASSERT_TRUE(initialise_robot_filter(setup, frame, truth.joints, state)) << a << b;
        expect_pose(state, truth, 1e-12);
      }
    }
  }
}

TEST(RobotFilterStart, RefusesWhatDoesNotTellThePose) {
  TrueRobot truth = random_pose(1);
  RobotFilterState state;
  MarkerFrame one = truth.frame();
  hide(one, {0, 1, 2});
  EXPECT_FALSE(initialise_robot_filter(make_setup(), one, truth.joints, state));
  MarkerFrame no_tip = truth.frame();
  hide(no_tip, {3});
  EXPECT_FALSE(initialise_robot_filter(make_setup(), no_tip, JointVector(), state));
  MarkerFrame no_tail = truth.frame();
  hide(no_tail, {0});
  EXPECT_FALSE(initialise_robot_filter(make_setup(), no_tail, JointVector(), state));
  EXPECT_FALSE(state.initialised);
}

TEST(RobotFilterStart, TreatsLedsThatAreNotNumbersAsHidden) {
  TrueRobot truth = random_pose(1);
  MarkerFrame frame = truth.frame();
  frame.markers[1].p_WM.x() = std::nan("");
  frame.markers[3].covariance(0, 1) = std::nan("");
  RobotFilterState state;
  ASSERT_TRUE(initialise_robot_filter(make_setup(), frame, truth.joints, state));
  expect_pose(state, truth, 1e-12);
}

TEST(RobotFilterStart, KeepsTheTurnsOfTheAttitude) {
  TrueRobot truth = random_pose(1);
  RobotFilterState state = start_at(make_setup(), truth);
  const double before = state.theta_WB;
  state.theta_WB += 6.0 * kPi + 0.2;
  ASSERT_TRUE(initialise_robot_filter(make_setup(), truth.frame(), truth.joints, state));
  EXPECT_NEAR(state.theta_WB, before + 6.0 * kPi, 1e-9);
}

TEST(RobotFilterMotion, FollowsTheMomentumExactly) {
  const RobotFilterSetup setup = make_setup();
  TrueRobot truth = random_pose(2);
  truth.v_WG = {0.03, -0.02};
  truth.momentum = 0.05;
  RobotFilterState state = start_at(setup, truth);
  state.v_WG = truth.v_WG;
  state.angular_momentum = truth.momentum;
  for (int i = 0; i < 500; ++i) {
    truth.joint_rates = Vector2{1.2 * std::sin(0.03 * i), -1.0 * std::cos(0.05 * i)};
    truth.advance(kPeriod);
    propagate_robot_filter(setup, truth.joint_rates, kPeriod, state);
  }
  expect_pose(state, truth, 1e-6);
  const RobotState robot =
      robot_state(setup.model, state, compute_posture(state.theta_WB, state.joints), truth.joint_rates);
  EXPECT_LT((robot.p_WB - truth.satellite()).norm(), 1e-6);
  // The satellite's velocity is the slope of its position.
  const Vector2 before = truth.satellite();
  const double theta = truth.theta_WB;
  truth.advance(std::chrono::microseconds(10));
  EXPECT_LT((robot.v_WB - (truth.satellite() - before) / 1e-5).norm(), 1e-4);
  EXPECT_NEAR(robot.w_WB, (truth.theta_WB - theta) / 1e-5, 1e-4);
}

// Normalised error squared of the whole state: on average its number of states, eight, when the covariance
// tells the truth.
TEST(RobotFilterConsistency, ErrorsAreAsLargeAsTheCovarianceSays) {
  EstimatorConfig config;
  config.marker_sigma_floor = 1e-6;
  const RobotFilterSetup setup = make_setup(config);
  constexpr int kRuns = 300;
  double sum = 0.0;
  int outside = 0;
  for (int run = 0; run < kRuns; ++run) {
    TrueRobot truth =
        random_pose(static_cast<std::uint64_t>(run), {1e-4, config.pot_sigma, config.tacho_sigma});
    truth.v_WG = {0.02 * truth.normal(), 0.02 * truth.normal()};
    truth.momentum = 0.02 * truth.normal();
    RobotFilterState state = start_at(setup, truth);
    for (int i = 0; i < 150; ++i) {
      truth.joint_rates = Vector2{0.8 * std::sin(0.04 * i + run), 0.8 * std::cos(0.03 * i)};
      const double root = std::sqrt(to_seconds(kPeriod));
      truth.v_WG += config.acceleration_density * root * Vector2{truth.normal(), truth.normal()};
      truth.momentum += config.torque_density * root * truth.normal();
      const JointVector rates = truth.feedback().rates;
      truth.advance(kPeriod);
      propagate_robot_filter(setup, rates, kPeriod, state);
      update_with_potentiometers(setup, truth.feedback().angles, state);
      MarkerFrame frame = truth.frame();
      if (i > 100) hide(frame, {static_cast<std::size_t>(run % 4)});
      update_with_markers(setup, frame, state);
    }
    StateVector error(8);
    error << truth.p_WG - state.p_WG, wrap_angle(truth.theta_WB - state.theta_WB),
        truth.joints - state.joints, truth.v_WG - state.v_WG, truth.momentum - state.angular_momentum;
    const double normalised = error.dot(covariance_of(state.covariance).llt().solve(error));
    sum += normalised;
    outside += normalised > 20.1 ? 1 : 0;  // 1 in 100 of a chi-squared with 8 degrees of freedom
  }
  std::printf("normalised error squared %.2f on average (8 states), %d of %d above the 99 %% bound\n",
              sum / kRuns, outside, kRuns);
  EXPECT_GT(sum / kRuns, 7.0);
  EXPECT_LT(sum / kRuns, 9.0);
  EXPECT_LE(outside, 9);
}

// Of two coordinates whose noise is one and the same for the most part, against a Kalman filter written out.
TEST(RobotFilterUpdate, WeighsAnLedByItsWholeCovariance) {
  const RobotFilterSetup setup = make_setup();
  TrueRobot truth = random_pose(4);
  RobotFilterState state = start_at(setup, truth);
  const FilterLayout layout = layout_of(state);
  StateVector variances = StateVector::Constant(layout.size(), 1e-6);
  variances[2] = 4e-6;
  state.covariance = independent_states(variances);
  constexpr std::size_t kLed = 1;
  MarkerFrame frame = truth.frame();
  for (std::size_t i = 0; i < frame.markers.size(); ++i) frame.markers[i].seen = i == kLed;
  MarkerMeasurement& led = frame.markers[kLed];
  led.covariance << 4e-6, 3.6e-6, 3.6e-6, 5e-6;
  led.p_WM += Vector2(1e-3, -5e-4);

  const PointMotion point = compute_point(setup.model, compute_posture(state.theta_WB, state.joints),
                                          setup.markers[kLed].body, setup.markers[kLed].position);
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(2, layout.size());
  h.leftCols<2>().setIdentity();
  h.col(2) = point.by_attitude();
  h.middleCols(3, layout.joints) = point.by_joints();
  const Eigen::MatrixXd p = variances.asDiagonal();
  const double floor = setup.config.marker_sigma_floor * setup.config.marker_sigma_floor;
  const Eigen::Matrix2d noise = led.covariance + floor * Eigen::Matrix2d::Identity();
  const Eigen::MatrixXd gain = p * h.transpose() * Eigen::Matrix2d(h * p * h.transpose() + noise).inverse();
  const Eigen::VectorXd change = gain * (led.p_WM - state.p_WG - point.p_GX);

  const RobotFilterState before = state;
  ASSERT_EQ(update_with_markers(setup, frame, state).used, 1);
  EXPECT_LT((state.p_WG - before.p_WG - change.head<2>()).norm(), 1e-12);
  EXPECT_NEAR(state.theta_WB - before.theta_WB, change[2], 1e-12);
  EXPECT_LT((state.joints - before.joints - change.segment(3, layout.joints)).norm(), 1e-12);
  const Eigen::MatrixXd after = p - gain * h * p;
  EXPECT_LT((Eigen::MatrixXd(covariance_of(state.covariance)) - after).norm(), 1e-15);
}

TEST(RobotFilterGate, LeavesAnOutlierOut) {
  const RobotFilterSetup setup = make_setup();
  TrueRobot truth = random_pose(4);
  RobotFilterState state = start_at(setup, truth);
  for (int i = 0; i < 50; ++i) {
    propagate_robot_filter(setup, JointVector::Zero(2), kPeriod, state);
    truth.advance(kPeriod);
    update_with_markers(setup, truth.frame(), state);
  }
  for (std::size_t outlier = 0; outlier < 4; ++outlier) {
    MarkerFrame wrong = truth.frame();
    wrong.markers[outlier].p_WM += Vector2{0.02, -0.01};
    MarkerFrame hidden = truth.frame();
    hide(hidden, {outlier});
    RobotFilterState with = state;
    RobotFilterState without = state;
    const MarkerUpdate update = update_with_markers(setup, wrong, with);
    update_with_markers(setup, hidden, without);
    EXPECT_EQ(update.used, 3);
    EXPECT_EQ(update.rejected, 1);
    EXPECT_GT(update.worst_innovation, setup.config.gate_sigmas);
    EXPECT_EQ(with.p_WG, without.p_WG);
    EXPECT_EQ(with.covariance, without.covariance);
  }
  RobotFilterState with = state;
  update_with_potentiometers(setup, truth.joints + Vector2{0.5, 0.0}, with);
  EXPECT_NEAR(with.joints[0], state.joints[0], 1e-12);
}

TEST(RobotFilterGate, IgnoresLedsThatAreNotNumbers) {
  const RobotFilterSetup setup = make_setup();
  TrueRobot truth = random_pose(4);
  RobotFilterState state = start_at(setup, truth);
  MarkerFrame frame = truth.frame();
  frame.markers[0].p_WM.y() = std::nan("");
  frame.markers[1].covariance(1, 1) = std::nan("");
  frame.markers[2].covariance(0, 0) = std::numeric_limits<double>::infinity();
  const MarkerUpdate update = update_with_markers(setup, frame, state);
  EXPECT_EQ(update.used, 1);
  EXPECT_EQ(update.rejected, 0) << "as if they were hidden";
  update_with_potentiometers(setup, JointVector::Constant(2, std::nan("")), state);
  EXPECT_TRUE(is_plausible(state));
}

TEST(RobotFilterCovariance, StaysPositive) {
  const RobotFilterSetup setup = make_setup();
  TrueRobot truth = random_pose(5, {1e-4, 3e-3, 1e-2});
  RobotFilterState state = start_at(setup, truth);
  for (int i = 0; i < 5000; ++i) {
    truth.joint_rates = Vector2{std::sin(0.04 * i), std::cos(0.03 * i)};
    truth.advance(kPeriod);
    propagate_robot_filter(setup, truth.feedback().rates, kPeriod, state);
    update_with_potentiometers(setup, truth.feedback().angles, state);
    MarkerFrame frame = truth.frame();
    for (std::size_t m = 0; m < 4; ++m) {
      if (truth.uniform(0.0, 1.0) < 0.5) hide(frame, {m});
    }
    update_with_markers(setup, frame, state);
    if (i % 10 != 0) continue;
    ASSERT_GT(least_eigenvalue(covariance_of(state.covariance)), 1e-6) << i;
  }
}

// The ideal testbed's noise: LEDs known to 1 um after joints that were known to 17 mrad, velocities to 0.3
// m/s.
TEST(RobotFilterCovariance, StaysPositiveAndRefusesNothingWithExactLeds) {
  constexpr Duration kCycle = std::chrono::milliseconds(100);
  EstimatorConfig config;
  config.marker_sigma_floor = 1e-6;
  config.pot_sigma = deg_to_rad(0.001);
  config.tacho_sigma = deg_to_rad(10.0);
  config.acceleration_density = 1e-7;
  config.torque_density = 1e-7;
  const RobotFilterSetup setup = make_setup(config);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    TrueRobot truth = random_pose(seed);
    RobotFilterState state = start_at(setup, truth);
    for (int i = 0; i < 1000; ++i) {
      truth.joint_rates = Vector2{truth.uniform(-0.26, 0.26), truth.uniform(-0.26, 0.26)};
      truth.advance(kCycle);
      propagate_robot_filter(setup, truth.joint_rates, kCycle, state);
      update_with_potentiometers(setup, truth.joints, state);
      ASSERT_EQ(update_with_markers(setup, truth.frame(), state).rejected, 0) << seed << ", " << i;
      ASSERT_GT(least_eigenvalue(covariance_of(state.covariance)), 1e-3) << seed << ", " << i;
    }
    expect_pose(state, truth, 1e-6);
    EXPECT_NEAR(state.angular_momentum, 0.0, 1e-7);
  }
}

TEST(RobotFilterModelChange, KeepsTheRobotInPlace) {
  const RobotFilterSetup before = make_setup();
  const RobotParameters loaded = with_payload(led_robot(), 1.0, 0.005, Vector2{0.02, 0.01});
  const RobotFilterSetup after{PlanarModel(loaded), loaded.markers, {}, true};
  TrueRobot truth = random_pose(6);
  RobotFilterState state = start_at(before, truth);
  change_model(before.model, after, state);
  EXPECT_LT(
      (robot_state(after.model, state, compute_posture(state.theta_WB, state.joints), JointVector::Zero(2))
           .p_WB -
       truth.satellite())
          .norm(),
      1e-12);
  // The LEDs are where they were, for the new model too; the momentum is unknown.
  EXPECT_LT(update_with_markers(after, truth.frame(), state).worst_innovation, 1e-6);
  EXPECT_GT(variance_of(7, state.covariance), 1e-3);
}

}  // namespace
}  // namespace freefloat
