// Several targets on the simulated table.
#include <gtest/gtest.h>

#include "hal/sim/plant.h"
#include "plant_cases.h"

namespace freefloat {
namespace {

/// A floating target that drifts, and another one that floats where the hand is.
PlantCase two_targets() {
  PlantCase the;
  the.config.target.start.v = {0.01, -0.02};
  TargetParameters other;
  other.mount = TargetMount::kFloating;
  other.mass = 3.0;
  other.start.p = Plant(the.robot, the.config, the.table).truth().p_WE;
  other.start.v = {0.02, 0.0};
  the.config.more_targets = {other};
  return the;
}

TEST(SeveralTargets, TheHandTakesTheNearestAndTheOtherGoesOn) {
  const PlantCase the = two_targets();
  Plant plant(the.robot, the.config, the.table);
  const Truth before = plant.truth();
  EXPECT_LT(plant.hand_to_target().norm(), 1e-12);
  plant.attach_target();
  PlantInput input;
  input.motor_voltages = JointVector::Zero(the.robot.joint_count());
  for (int i = 0; i < 500; ++i) plant.step(input);
  const Truth after = plant.truth();
  ASSERT_EQ(after.target_count, 2u);
  EXPECT_LT((after.targets[0].p - (before.targets[0].p + 0.5 * Vector2(0.01, -0.02))).norm(), 1e-9);
  EXPECT_LT((after.targets[1].p - after.p_WE).norm(), 1e-9) << "it goes with the hand";
  EXPECT_LT((after.linear_momentum - 3.0 * Vector2(0.02, 0.0)).norm(), 1e-9);
}

TEST(SeveralTargets, OneThatWasLetGoDriftsOnAsTheHandLeftIt) {
  const PlantCase the = two_targets();
  Plant plant(the.robot, the.config, the.table);
  plant.attach_target();
  plant.detach_target();
  const BodyState left = plant.truth().targets[1];
  PlantInput input;
  input.motor_voltages = JointVector::Zero(the.robot.joint_count());
  for (int i = 0; i < 500; ++i) plant.step(input);
  const BodyState after = plant.truth().targets[1];
  EXPECT_GT(left.v.norm(), 1e-3);
  EXPECT_LT((after.p - (left.p + 0.5 * left.v)).norm(), 1e-9);
}

TEST(SeveralTargets, TheirOutlinesMeetAndKeepTheMomentumOfBoth) {
  PlantCase the = two_targets();
  the.config.contact.enabled = true;
  the.config.target.mass = 1.0;
  the.config.target.start = {{0.6, 0.7}, 0.0, {0.1, 0.0}, 0.0};
  the.config.more_targets[0].start = {{0.75, 0.7}, 0.0, {-0.1, 0.0}, 0.0};
  for (TargetParameters* target : {&the.config.target, &the.config.more_targets[0]})
    target->shape = {.radius = 0.04, .height = 0.09, .pin_radius = 0.0, .pin_height = 0.14};
  Plant plant(the.robot, the.config, the.table);
  PlantInput input;
  input.motor_voltages = JointVector::Zero(the.robot.joint_count());
  for (int i = 0; i < 600; ++i) plant.step(input);
  const Truth after = plant.truth();
  EXPECT_LT(after.targets[0].v.x(), -0.1) << "the lighter one is thrown back";
  EXPECT_NEAR(after.targets[0].v.x() + 3.0 * after.targets[1].v.x(), 0.1 - 3.0 * 0.1, 1e-9);
}

}  // namespace
}  // namespace freefloat
