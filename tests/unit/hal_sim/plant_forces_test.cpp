#include <gtest/gtest.h>

#include <cmath>

#include "plant_cases.h"

namespace freefloat {
namespace {

constexpr double kGravity = 9.80665;

TEST(PlantDrives, ZeroDutyBrakesAnEnergisedMotorAndOpenBridgesLetItTurn) {
  PlantCase test;
  for (DriveParameters& drive : test.config.drives) drive.coulomb_friction = drive.viscous_friction = 0.0;
  test.config.start.joint_rates << 0.5, -0.3;
  test.centre();
  Plant braked = test.make();
  Plant open = test.make();
  run_for(braked, voltages({0.0, 0.0}), 0.3);
  run_for(open, open_bridges(2), 0.3);
  EXPECT_LT(braked.joint_rates().norm(), 0.02);
  EXPECT_GT(open.joint_rates().norm(), 0.4);
  EXPECT_EQ(open.truth().motor_torques.norm(), 0.0);
}

TEST(PlantDrives, SteadyRateIsWhereBackEmfAndFrictionMeetTheVoltage) {
  PlantCase test;
  test.robot.satellite_inertia = 1e4;  // holds still, so that the joint's rate settles
  test.robot.satellite_mass = 1e4;
  test.centre();
  Plant plant = test.make();
  run_for(plant, voltages({1.0, 0.0}), 2.0);
  const DriveParameters& drive = test.config.drives[0];
  const double k = drive.gear_ratio * drive.torque_constant;
  const double rate = plant.joint_rates()[0];
  const double friction = drive.coulomb_friction * rate / std::hypot(rate, 0.02);
  // k V / R = k^2 / R rate + viscous rate + Coulomb, less what the swinging second link asks for.
  EXPECT_NEAR(rate, (k / drive.resistance - friction) / (k * k / drive.resistance + drive.viscous_friction),
              0.01);
}

TEST(PlantDrives, WithoutInputNoEnergyIsMade) {
  PlantCase test;
  test.config.start.joint_rates << 0.8, -1.1;
  test.config.start.w_WB = 0.4;
  test.centre();
  for (DriveParameters& drive : test.config.drives) drive.rotor_inertia = 0.0;
  Plant braked = test.make();
  Plant open = test.make();
  test.make_drives_ideal();
  Plant ideal = test.make();
  const double start = kinetic_energy(test.robot, ideal.truth());
  double last_braked = start;
  double last_open = start;
  for (int i = 0; i < 10000; ++i) {
    braked.step(voltages({0.0, 0.0}));
    open.step(open_bridges(2));
    ideal.step(open_bridges(2));
    const double now_braked = kinetic_energy(test.robot, braked.truth());
    const double now_open = kinetic_energy(test.robot, open.truth());
    EXPECT_LE(now_braked, last_braked + 1e-14);
    EXPECT_LE(now_open, last_open + 1e-14);
    last_braked = now_braked;
    last_open = now_open;
  }
  EXPECT_LT(last_braked, 0.9 * start);
  EXPECT_LT(last_open, 0.9 * start);
  EXPECT_NEAR(kinetic_energy(test.robot, ideal.truth()), start, 1e-10 * start);  // frictionless: kept
}

TEST(PlantTable, TiltAcceleratesTheMassCentreByGravityTimesTilt) {
  for (const ServoModel servo : {ServoModel::kFirmware, ServoModel::kKinematic}) {
    PlantCase test;
    test.config.servo = servo;
    test.config.residuals.tilt = 1e-4;
    test.config.residuals.tilt_direction_random = false;
    test.config.residuals.tilt_direction = 0.7;
    Plant plant = test.make();
    PlantInput input = voltages({6.0, -3.0});
    input.joint_rates = test.config.start.joint_rates;
    run_for(plant, input, 3.0);
    const Vector2 acceleration = 1e-4 * kGravity * Vector2(std::cos(0.7), std::sin(0.7));
    EXPECT_LT((plant.truth().p_WG - 4.5 * acceleration).norm(), 1e-13);
    EXPECT_LT((plant.truth().linear_momentum - 3.0 * 7.623 * acceleration).norm(), 1e-13);
    EXPECT_LT((plant.truth().target.v - 3.0 * acceleration).norm(), 1e-13);  // the target slides as well
  }
}

TEST(PlantTable, TiltHasADirectionOfItsOwnForEverySeed) {
  PlantCase test;
  test.config.residuals.tilt = 1e-4;
  Vector2 first = Vector2::Zero();
  for (const std::uint64_t seed : {1u, 2u, 1u}) {
    test.config.seed = seed;
    Plant plant = test.make();
    run_for(plant, open_bridges(2), 1.0);
    const Vector2 p = plant.truth().linear_momentum;
    EXPECT_NEAR(p.norm(), 7.623 * 1e-4 * kGravity, 1e-12);
    if (first.isZero(0.0)) first = p;
    EXPECT_EQ(p == first, seed == 1u);
  }
}

TEST(PlantTable, LinearDragTakesMomentumAwayExponentially) {
  PlantCase test;
  test.config.residuals.linear_drag = 0.1;
  test.config.start.w_WB = 0.5;
  test.centre();
  test.config.start.v_WB += Vector2(0.05, 0.0);
  Plant plant = test.make();
  const Truth before = plant.truth();
  run_for(plant, open_bridges(2), 2.0);
  const Truth after = plant.truth();
  EXPECT_LT((after.linear_momentum - std::exp(-0.2) * before.linear_momentum).norm(), 1e-12);
  EXPECT_NEAR(after.angular_momentum, std::exp(-0.2) * before.angular_momentum, 1e-12);
}

TEST(PlantTable, AngularDragSlowsTheSatellite) {
  PlantCase test;
  test.config.residuals.angular_drag = 0.05;
  test.config.start.w_WB = 0.5;
  test.centre();
  Plant plant = test.make();
  const double before = plant.truth().angular_momentum;
  double expected = before;
  for (int i = 0; i < 2000; ++i) {
    expected -= 0.5e-3 * 0.05 * plant.truth().robot.w_WB;
    plant.step(open_bridges(2));
    expected -= 0.5e-3 * 0.05 * plant.truth().robot.w_WB;
  }
  EXPECT_LT(expected, 0.95 * before);
  EXPECT_NEAR(plant.truth().angular_momentum, expected, 1e-6 * before);
}

TEST(PlantTable, HosePullsSteadilyAtTheSatellite) {
  PlantCase test;
  test.config.residuals.hose_force = {0.0, 0.02};
  Plant plant = test.make();
  const Vector2 arm = plant.truth().robot.p_WB - plant.truth().p_WG;
  run_for(plant, open_bridges(2), 0.1);
  EXPECT_LT((plant.truth().linear_momentum - Vector2(0.0, 0.002)).norm(), 1e-15);
  EXPECT_NEAR(plant.truth().angular_momentum, arm.x() * 0.002, 1e-8);
}

TEST(PlantTable, StictionHoldsTheSatelliteAgainstASmallPushAndStopsIt) {
  PlantCase test;
  test.config.residuals.pad_stiction = 1e-3;  // 75 mN for 7.6 kg
  test.config.step = from_seconds(0.0002);
  Plant plant = test.make();
  plant.disturb({.on_satellite = {0.05, 0.0}});
  run_for(plant, open_bridges(2), 1.0, test.config.step);
  EXPECT_LT(plant.truth().robot.v_WB.norm(), 5e-4);
  plant.disturb({.on_satellite = {0.3, 0.0}});
  run_for(plant, open_bridges(2), 1.0, test.config.step);
  EXPECT_GT(plant.truth().robot.v_WB.x(), 0.01);
  plant.disturb({});
  run_for(plant, open_bridges(2), 30.0, test.config.step);
  EXPECT_LT(plant.truth().robot.v_WB.norm(), 1e-4);
}

TEST(PlantTable, RailThrowsTheSatelliteBackAndTakesEnergy) {
  PlantCase test;
  test.config.start.v_WB = {0.2, 0.0};
  test.config.start.p_WB = {0.5, 0.1};
  Plant plant = test.make();
  const double before = kinetic_energy(test.robot, plant.truth());
  const double radius = 0.5 * std::hypot(0.3, 0.3);
  double farthest = 0.0;
  for (int i = 0; i < 4000; ++i) {
    plant.step(open_bridges(2));
    farthest = std::max(farthest, plant.truth().robot.p_WB.x() + radius);
  }
  EXPECT_GT(farthest, 0.9);
  EXPECT_LT(farthest, 0.95);
  EXPECT_LT(plant.truth().linear_momentum.x(), 0.0);
  EXPECT_LT(kinetic_energy(test.robot, plant.truth()), before);
}

TEST(PlantTable, RailIsFeltOnlyWhereItIs) {
  // The short cut for a robot far from the rail makes no difference: a table a little larger than needed and
  // a huge one.
  PlantCase test;
  test.config.start.joint_rates << 1.0, -1.0;
  test.centre();
  test.table = {0.9, 0.9};
  Plant near = test.make();
  test.table = {9.0, 9.0};
  Plant far = test.make();
  run_for(near, voltages({3.0, -4.0}), 2.0);
  run_for(far, voltages({3.0, -4.0}), 2.0);
  EXPECT_EQ(near.truth().robot.theta_WB, far.truth().robot.theta_WB);
  EXPECT_EQ(near.truth().robot.p_WB, far.truth().robot.p_WB);
}

TEST(PlantTarget, IrregularForcesAreNewEveryInterval) {
  PlantCase test;
  test.config.target.irregular_force = 0.005;
  test.config.target.irregular_interval = from_seconds(0.5);
  Plant plant = test.make();
  int changes = 0;
  Vector2 last_v = plant.truth().target.v;
  Vector2 last_a = Vector2::Zero();
  for (int i = 0; i < 5000; ++i) {
    plant.step(open_bridges(2));
    const Vector2 a = (plant.truth().target.v - last_v) / 1e-3;
    if ((a - last_a).norm() > 1e-9) {
      EXPECT_EQ(i % 500, 0);
      ++changes;
    }
    last_a = a;
    last_v = plant.truth().target.v;
  }
  EXPECT_EQ(changes, 10);
  EXPECT_GT(last_v.norm(), 1e-4);
}

}  // namespace
}  // namespace freefloat
