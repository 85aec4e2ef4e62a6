#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "plant_cases.h"

namespace freefloat {
namespace {

/// Robot and target together, counted body by body from what the plant shows, about W's origin.
struct Totals {
  Vector2 p = Vector2::Zero();
  double l = 0.0;
  double energy = 0.0;
};

class PlantCapture : public testing::Test {
 protected:
  PlantCapture() {
    for (DriveParameters& drive : test_.config.drives) drive.rotor_inertia = 0.0;
    test_.config.start.joint_rates << 0.3, -0.2;
    test_.config.start.w_WB = 0.1;
    test_.centre();
    test_.config.start.v_WB += Vector2(0.01, -0.02);
    TargetParameters& target = test_.config.target;
    target.mass = 1.3;
    target.inertia = 0.007;
    const Truth robot = test_.make().truth();
    target.start.p = robot.p_WE + Vector2(0.004, -0.003);
    target.start.v = {0.06, 0.03};
    target.start.w = -0.4;
    target.start.theta = 0.8;
  }

  Totals totals(const Plant& plant) const {
    const Truth truth = plant.truth();
    const PlanarModel model(test_.robot);
    const MotionTotals robot =
        compute_motion_totals(model, compute_posture(truth.robot.theta_WB, truth.robot.joints), truth.robot);
    const TargetParameters& parameters = test_.config.target;
    const BodyState& target = truth.target;
    Totals totals;
    totals.p = robot.linear_momentum + parameters.mass * target.v;
    totals.l = robot.angular_momentum_origin + parameters.mass * cross(target.p, target.v) +
               parameters.inertia * target.w;
    totals.energy = robot.kinetic_energy + 0.5 * parameters.mass * target.v.squaredNorm() +
                    0.5 * parameters.inertia * target.w * target.w;
    return totals;
  }

  PlantCase test_;
};

/// The same target, held at a point that is not its mass centre.
class OffCentreCapture : public PlantCapture {
 protected:
  OffCentreCapture() { test_.config.target.mass_centre = Vector2(0.04, -0.03); }

  /// Of both together about W's origin, with the target at its mass centre.
  std::pair<Vector2, double> momenta(const Plant& plant) const {
    const Truth truth = plant.truth();
    const PlanarModel model(test_.robot);
    const MotionTotals robot =
        compute_motion_totals(model, compute_posture(truth.robot.theta_WB, truth.robot.joints), truth.robot);
    const TargetParameters& parameters = test_.config.target;
    const Vector2 arm = rotate(truth.target.theta, *parameters.mass_centre);
    const Vector2 p = truth.target.p + arm;
    const Vector2 v = truth.target.v + truth.target.w * perpendicular(arm);
    return {
        robot.linear_momentum + parameters.mass * v,
        robot.angular_momentum_origin + parameters.mass * cross(p, v) + parameters.inertia * truth.target.w};
  }
};

TEST_F(OffCentreCapture, ConservesMomentumAtTheGraspAndAfterIt) {
  Plant plant = test_.make();
  const auto [p, l] = momenta(plant);
  plant.attach_target();
  EXPECT_LT((momenta(plant).first - p).norm(), 1e-14);
  EXPECT_NEAR(momenta(plant).second, l, 1e-14);
  EXPECT_LT((plant.truth().linear_momentum - p).norm(), 1e-14) << "the whole's, as it is told";
  plant.detach_target();
  EXPECT_LT((momenta(plant).first - p).norm(), 1e-14);
  EXPECT_NEAR(momenta(plant).second, l, 1e-14);
}

TEST_F(OffCentreCapture, GoesAroundItsMassCentreWhichGoesStraight) {
  Plant plant = test_.make();
  const BodyState start = plant.truth().target;
  const Vector2 arm = rotate(start.theta, *test_.config.target.mass_centre);
  const Vector2 v = start.v + start.w * perpendicular(arm);
  PlantInput input;
  input.motor_voltages = JointVector::Zero(2);
  for (int i = 0; i < 3000; ++i) plant.step(input);
  const BodyState end = plant.truth().target;
  EXPECT_NEAR(end.theta, start.theta + 3.0 * start.w, 1e-12);
  const Vector2 arm_then = rotate(end.theta, *test_.config.target.mass_centre);
  EXPECT_LT((end.p + arm_then - start.p - arm - 3.0 * v).norm(), 1e-11);
  EXPECT_LT((end.v + end.w * perpendicular(arm_then) - v).norm(), 1e-12);
}

TEST_F(PlantCapture, ConservesMomentumOfRobotAndTargetAndLosesEnergy) {
  Plant plant = test_.make();
  const Totals before = totals(plant);
  plant.attach_target();
  ASSERT_TRUE(plant.holding());
  const Totals after = totals(plant);
  EXPECT_LT((after.p - before.p).norm(), 1e-14);
  EXPECT_NEAR(after.l, before.l, 1e-14);
  EXPECT_LT(after.energy, before.energy - 1e-4);
}

TEST_F(PlantCapture, TruthCountsTheHeldTarget) {
  Plant plant = test_.make();
  const Totals before = totals(plant);
  plant.attach_target();
  const Truth truth = plant.truth();
  EXPECT_LT((truth.linear_momentum - before.p).norm(), 1e-14);
  EXPECT_NEAR(truth.angular_momentum + cross(truth.p_WG, truth.linear_momentum), before.l, 1e-14);
}

TEST_F(PlantCapture, MovesNothingAtTheInstantItself) {
  Plant plant = test_.make();
  const Truth before = plant.truth();
  plant.attach_target();
  const Truth after = plant.truth();
  EXPECT_LT((after.robot.p_WB - before.robot.p_WB).norm(), 1e-15);
  EXPECT_LT((after.p_WE - before.p_WE).norm(), 1e-15);
  EXPECT_LT((after.target.p - before.target.p).norm(), 1e-15);
  EXPECT_EQ(after.robot.theta_WB, before.robot.theta_WB);
  EXPECT_NEAR(after.target.theta, before.target.theta, 1e-15);
}

TEST_F(PlantCapture, HandAndTargetMoveAsOneAfterwards) {
  Plant plant = test_.make();
  plant.attach_target();
  const Truth start = plant.truth();
  const auto grip = [](const Truth& truth) {
    const double link = truth.robot.theta_WB + truth.robot.joints.sum();
    return Vector2(rotate(-link, truth.target.p - truth.p_WE));
  };
  const Totals before = totals(plant);
  for (int i = 0; i < 3000; ++i) plant.step(voltages({8.0 * std::sin(0.003 * i), -5.0}));
  const Truth end = plant.truth();
  EXPECT_GT((end.p_WE - start.p_WE).norm(), 0.02);
  EXPECT_LT((grip(end) - grip(start)).norm(), 1e-14);
  const double turned =
      (end.robot.theta_WB + end.robot.joints.sum()) - (start.robot.theta_WB + start.robot.joints.sum());
  EXPECT_NEAR(end.target.theta - start.target.theta, turned, 1e-13);
  const Totals after = totals(plant);
  EXPECT_LT((after.p - before.p).norm(), 1e-13);
  EXPECT_NEAR(after.l, before.l, 1e-12);
}

TEST_F(PlantCapture, LedsStayOnTheirBodiesUnderPayload) {
  Plant plant = test_.make();
  const Vector2 offset{0.226, 0.01};  // on the last link
  const Vector2 before = plant.point(2, offset);
  const Vector2 on_satellite = plant.point(0, {-0.1, 0.05});
  plant.attach_target();
  EXPECT_LT((plant.point(2, offset) - before).norm(), 1e-15);
  EXPECT_LT((plant.point(0, {-0.1, 0.05}) - on_satellite).norm(), 1e-15);
  EXPECT_LT((plant.point(2, {0.226, 0.0}) - plant.truth().p_WE).norm(), 1e-15);
}

TEST_F(PlantCapture, ReleaseConservesMomentumAndEveryVelocity) {
  Plant plant = test_.make();
  plant.attach_target();
  run_for(plant, voltages({6.0, -4.0}), 0.5);
  const Totals before = totals(plant);
  const Truth held = plant.truth();
  plant.detach_target();
  ASSERT_FALSE(plant.holding());
  const Totals after = totals(plant);
  const Truth free = plant.truth();
  EXPECT_LT((after.p - before.p).norm(), 1e-14);
  EXPECT_NEAR(after.l, before.l, 1e-14);
  EXPECT_NEAR(after.energy, before.energy, 1e-14);
  EXPECT_LT((free.robot.v_WB - held.robot.v_WB).norm(), 1e-14);
  EXPECT_LT((free.robot.joint_rates - held.robot.joint_rates).norm(), 1e-14);
  EXPECT_LT((free.target.v - held.target.v).norm(), 1e-14);
}

TEST_F(PlantCapture, MomentumStaysThroughRepeatedCaptures) {
  Plant plant = test_.make();
  const Totals before = totals(plant);
  for (int i = 0; i < 20; ++i) {
    plant.attach_target();
    run_for(plant, voltages({4.0, 2.0}), 0.05);
    plant.detach_target();
    run_for(plant, voltages({-4.0, -2.0}), 0.05);
  }
  const Totals after = totals(plant);
  EXPECT_LT((after.p - before.p).norm(), 1e-13);
  EXPECT_NEAR(after.l, before.l, 1e-12);
}

TEST_F(PlantCapture, RotorsKeepTheirMomentumThroughTheImpact) {
  for (DriveParameters& drive : test_.config.drives) drive.rotor_inertia = 2e-7;
  Plant plant = test_.make();
  const Truth before = plant.truth();
  const Vector2 p = before.linear_momentum + 1.3 * before.target.v;
  const double l = before.angular_momentum + cross(before.p_WG, before.linear_momentum) +
                   1.3 * cross(before.target.p, before.target.v) + 0.007 * before.target.w;
  plant.attach_target();
  const Truth after = plant.truth();
  EXPECT_LT((after.linear_momentum - p).norm(), 1e-14);
  EXPECT_NEAR(after.angular_momentum + cross(after.p_WG, after.linear_momentum), l, 1e-14);
}

TEST_F(PlantCapture, TargetFixedToTheTableHoldsTheHand) {
  test_.config.target.mount = TargetMount::kTable;
  test_.config.target.start.v.setZero();
  test_.config.target.start.w = 0.0;
  test_.config.residuals.tilt = 1e-4;
  Plant plant = test_.make();
  const Vector2 before = plant.truth().target.p;
  run_for(plant, open_bridges(2), 0.1);
  EXPECT_EQ(plant.truth().target.p, before);  // no tilt moves it
  plant.attach_target();
  EXPECT_LT(plant.truth().v_WE.norm(), 1e-5);
  const Vector2 hand = plant.truth().p_WE;
  run_for(plant, voltages({5.0, 3.0}), 3.0);
  EXPECT_LT((plant.truth().p_WE - hand).norm(), 2e-4);
  EXPECT_GT(plant.joint_rates().norm(), 0.1);  // the satellite swings about the held hand
  plant.detach_target();
  EXPECT_EQ(plant.truth().target.v.norm(), 0.0);
  EXPECT_LT(plant.truth().robot.v_WB.norm(), 1.0);
  run_for(plant, open_bridges(2), 1.0);
  EXPECT_GT((plant.truth().p_WE - hand).norm(), 1e-4);
}

TEST_F(PlantCapture, TheKinematicServoCapturesAsWell) {
  test_.config.servo = ServoModel::kKinematic;
  Plant plant = test_.make();
  const Totals before = totals(plant);
  plant.attach_target();
  PlantInput input;
  input.joint_rates.resize(2);
  input.joint_rates << 0.2, -0.3;
  run_for(plant, input, 1.0);
  const Totals after = totals(plant);
  EXPECT_LT((after.p - before.p).norm(), 1e-13);
  EXPECT_NEAR(after.l, before.l, 1e-12);
  EXPECT_LT((plant.joint_rates() - input.joint_rates).norm(), 1e-15);
}

}  // namespace
}  // namespace freefloat
