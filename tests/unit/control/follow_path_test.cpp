#include <gtest/gtest.h>

#include <cmath>

#include "control/controller.h"
#include "model/fixed_base_jacobian.h"
#include "support/recorded_capture.h"
#include "support/test_robots.h"

namespace freefloat {
namespace {

const RecordedCapture& circle() {
  static const RecordedCapture recorded = record_capture("circle.yaml");
  return recorded;
}

bool same_outputs(const CycleOutput& a, const CycleOutput& b) {
  return a.state == b.state && a.command.rates == b.command.rates && a.guidance.status == b.guidance.status &&
         a.guidance.path.along == b.guidance.path.along && a.guidance.path.error == b.guidance.path.error;
}

TEST(ControllerFollowPath, GoesOnBitForBitFromAnyMomentItsMemoryIsRestoredAt) {
  ASSERT_TRUE(circle().passed);
  const std::size_t count = circle().inputs.size();
  for (std::size_t cut = 60; cut < count; cut += count / 7) {
    Controller first(circle().config.controller);
    for (std::size_t i = 0; i < cut; ++i) first.step(circle().inputs[i]);
    Controller second(circle().config.controller);
    ASSERT_TRUE(second.restore(first.state()));
    for (std::size_t i = cut; i < count; ++i) {
      ASSERT_TRUE(same_outputs(second.step(circle().inputs[i]), circle().outputs[i]))
          << "cycle " << i << " from " << cut;
    }
  }
}

TEST(ControllerFollowPath, RefusesAMemoryOfAnotherRobot) {
  Controller controller(circle().config.controller);
  for (const CycleInput& input : circle().inputs) controller.step(input);
  ControllerState state = controller.state();
  state.path.begun = true;
  state.path.prediction.arm.joints = Eigen::Vector3d::Zero();
  EXPECT_FALSE(controller.restore(state));
}

TEST(ControllerFollowPath, MovesNothingOnAPathThatThereIsNot) {
  Controller controller(circle().config.controller);
  bool refused = false;
  for (CycleInput input : circle().inputs) {
    input.op.path = 7;
    const CycleOutput output = controller.step(input);
    EXPECT_EQ(output.command.rates.norm(), 0.0);
    if (input.op.task != Task::kFollowPath || output.state != SupervisorState::kActive) continue;
    refused = true;
    EXPECT_EQ(output.guidance.status, TaskStatus::kUnreachable);
    EXPECT_EQ(output.guidance.path.refusal, PathRefusal::kNoSuchPath);
  }
  EXPECT_TRUE(refused);
}

TEST(ControllerFollowPath, LeadsTheHandWithThePathsVelocityNotOnlyByItsError) {
  // At 50 mm/s and a gain of 2/s feedback alone would lag by 25 mm.
  double largest = 0.0;
  for (const CycleOutput& output : circle().outputs) {
    if (output.guidance.path.stage == PathStage::kFollow)
      largest = std::max(largest, output.guidance.path.lag);
  }
  EXPECT_GT(largest, 0.0);
  EXPECT_LT(largest, 0.002);
}

TEST(FixedBaseJacobian, IsTheGeneralizedJacobianOfAnEndlesslyHeavyBase) {
  RobotParameters robot = lateral3_robot();
  const JointVector joints = (JointVector(3) << 0.3, -1.1, 0.7).finished();
  const Posture posture = compute_posture(0.2, joints);
  const PointJacobian fixed = compute_fixed_base_jacobian(PlanarModel(robot), posture);
  robot.satellite_mass = 1e9;
  robot.satellite_inertia = 1e9;
  const GeneralizedJacobian heavy = compute_generalized_jacobian(PlanarModel(robot), posture);
  EXPECT_LT((fixed - heavy.position()).norm(), 1e-7);
}

}  // namespace
}  // namespace freefloat
