#include <gtest/gtest.h>

#include <cmath>

#include "plant_cases.h"
#include "support/random_robot.h"
#include "support/reference_file.h"

namespace freefloat {
namespace {

/// Both motors are driven up and down, through standstill and friction, the whole minute.
PlantInput busy_motors(int step) {
  const double t = 1e-3 * step;
  return voltages({14.0 * std::sin(0.9 * t), 11.0 * std::sin(1.7 * t + 0.4)});
}

TEST(PlantMomentum, StaysZeroToRoundingForAMinuteOfActiveMotors) {
  PlantCase test;
  Plant plant = test.make();
  double largest_p = 0.0;
  double largest_l = 0.0;
  double gross = 0.0;  // the satellite's share of L, which the arm's must cancel
  for (int i = 0; i < 60000; ++i) {
    plant.step(busy_motors(i));
    const Truth truth = plant.truth();
    largest_p = std::max(largest_p, truth.linear_momentum.norm());
    largest_l = std::max(largest_l, std::abs(truth.angular_momentum));
    gross = std::max(gross, std::abs(test.robot.satellite_inertia * truth.robot.w_WB));
  }
  EXPECT_GT(gross, 0.05);  // the arm really moved
  EXPECT_EQ(largest_p, 0.0);
  EXPECT_LT(largest_l, 1e-13 * gross);
}

TEST(PlantMomentum, OfTheBodiesTheMotionShowsStaysAsWell) {
  // Counted from positions and velocities, not from the integrated momenta themselves.
  PlantCase test;
  test.config.drives.assign(2, DriveParameters{});
  for (DriveParameters& drive : test.config.drives) drive.rotor_inertia = 0.0;
  test.config.start.w_WB = 0.3;
  test.config.start.joint_rates << -0.4, 0.2;
  test.centre();
  Plant plant = test.make();
  const PlanarModel model(test.robot);
  const auto totals = [&] {
    const RobotState state = plant.truth().robot;
    return compute_motion_totals(model, compute_posture(state.theta_WB, state.joints), state);
  };
  const MotionTotals before = totals();
  double worst_l = 0.0;
  double worst_p = 0.0;
  for (int i = 0; i < 60000; ++i) {
    plant.step(busy_motors(i));
    const MotionTotals after = totals();
    worst_l = std::max(worst_l, std::abs(after.angular_momentum - before.angular_momentum));
    worst_p = std::max(worst_p, (after.linear_momentum - before.linear_momentum).norm());
  }
  EXPECT_LT(worst_l, 1e-11 * std::abs(before.angular_momentum));
  EXPECT_LT(worst_p, 1e-14);
}

TEST(PlantMomentum, StaysForEveryNumberOfJoints) {
  for (int joints = 1; joints <= kMaxJoints; ++joints) {
    RandomRobots random(static_cast<std::uint64_t>(joints));
    PlantCase test;
    test.robot = random.robot(joints, true);
    test.robot.satellite_size = {0.3, 0.3};
    test.config.drives.assign(joints, DriveParameters{});
    test.config.start.joints = random.vector(joints, -1.0, 1.0);
    test.config.start.joint_rates = random.vector(joints, -0.5, 0.5);
    test.config.start.w_WB = 0.2;
    test.table = {100.0, 100.0};
    test.centre();
    Plant plant = test.make();
    const double before = plant.truth().angular_momentum;
    PlantInput input = open_bridges(joints);
    input.energised = true;
    for (int i = 0; i < 5000; ++i) {
      input.motor_voltages.setConstant(8.0 * std::sin(0.002 * i));
      plant.step(input);
    }
    EXPECT_NEAR(plant.truth().angular_momentum, before, 1e-13 * (1.0 + std::abs(before))) << joints;
  }
}

TEST(PlantMomentum, StaysWithTheKinematicServo) {
  PlantCase test;
  test.config.servo = ServoModel::kKinematic;
  test.config.start.w_WB = 0.1;
  test.centre();
  Plant plant = test.make();
  const double before = plant.truth().angular_momentum;
  PlantInput input;
  input.joint_rates.resize(2);
  for (int i = 0; i < 60000; ++i) {
    input.joint_rates << 0.5 * std::sin(1e-3 * i), 0.4 * std::cos(2e-3 * i);
    plant.step(input);
  }
  EXPECT_NEAR(plant.truth().angular_momentum, before, 1e-12 * std::abs(before));
  EXPECT_EQ(plant.truth().linear_momentum.norm(), 0.0);
  EXPECT_EQ(plant.joint_rates()[0], input.joint_rates[0]);
}

TEST(PlantMomentum, RotorsTurnTheSatelliteToo) {
  // A spinning rotor carries angular momentum: with it counted L stays, and without it does not.
  PlantCase test;
  for (DriveParameters& drive : test.config.drives) drive.rotor_inertia = 2e-6;
  Plant plant = test.make();
  run_for(plant, voltages({12.0, 0.0}), 0.5);
  const Truth truth = plant.truth();
  const PlanarModel model(test.robot);
  const double bodies =
      compute_motion_totals(model, compute_posture(truth.robot.theta_WB, truth.robot.joints), truth.robot)
          .angular_momentum;
  double rotors = 0.0;
  double body_rate = truth.robot.w_WB;
  for (int j = 0; j < 2; ++j) {
    const DriveParameters& drive = test.config.drives[j];
    rotors += drive.rotor_inertia * (body_rate + drive.gear_ratio * truth.robot.joint_rates[j]);
    body_rate += truth.robot.joint_rates[j];
  }
  EXPECT_GT(std::abs(rotors), 1e-5);
  EXPECT_NEAR(bodies + rotors, 0.0, 1e-14);
}

TEST(PlantDynamics, FollowsTheReferenceMotionWhenTheDrivesAreIdeal) {
  const nlohmann::json cases = read_reference("yoshida_umetani_1990.json").at("planar_dynamics");
  for (const nlohmann::json& reference : cases) {
    PlantCase test;
    test.robot = reference.at("robot") == "table2" ? table2_robot() : lateral3_robot();
    const int joints = test.robot.joint_count();
    test.config.drives.assign(joints, DriveParameters{});
    test.make_drives_ideal();
    test.config.step = from_seconds(0.0002);
    test.table = {100.0, 100.0};
    const Eigen::VectorXd q = to_vector(reference.at("q"));
    const Eigen::VectorXd qd = to_vector(reference.at("qd"));
    test.config.start.p_WB = q.head<2>();
    test.config.start.theta_WB = q[2];
    test.config.start.joints = q.tail(joints);
    test.config.start.v_WB = qd.head<2>();
    test.config.start.w_WB = qd[2];
    test.config.start.joint_rates = qd.tail(joints);
    Plant plant = test.make();
    PlantInput input = open_bridges(joints);
    input.energised = true;
    input.motor_voltages = PlantCase::kTeraOhm * to_vector(reference.at("tau"));
    const nlohmann::json& record = reference.at("simulate_constant_inputs");
    const auto times = record.at("t").get<std::vector<double>>();
    for (std::size_t i = 1; i < times.size(); ++i) {
      run_for(plant, input, times[i] - times[i - 1], test.config.step);
      const RobotState state = plant.truth().robot;
      Eigen::VectorXd position(3 + joints);
      position << state.p_WB, state.theta_WB, state.joints;
      Eigen::VectorXd rate(3 + joints);
      rate << state.v_WB, state.w_WB, state.joint_rates;
      EXPECT_LT(relative_error(position, to_vector(record.at("q")[i])), 1e-9) << reference.at("robot");
      EXPECT_LT(relative_error(rate, to_vector(record.at("qd")[i])), 1e-9) << reference.at("robot");
    }
  }
}

}  // namespace
}  // namespace freefloat
