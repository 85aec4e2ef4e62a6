// Tasks that a person asks for: postures, the hand by a velocity, the gripper.
#include <gtest/gtest.h>

#include <cmath>

#include "control/controller.h"
#include "support/recorded_capture.h"

namespace freefloat {
namespace {

/// A controller that is active where a recorded run was, with another task. The inputs are those of the run:
/// what the robot would really do is not played.
class OtherTasks : public testing::Test {
 protected:
  static const RecordedCapture& recorded() {
    static const RecordedCapture run = record_capture("circle.yaml");
    return run;
  }

  /// @return Outputs of the cycles in which the task was active.
  std::vector<CycleOutput> play(const OperatorCommand& task, ControllerConfig config,
                                GripperState gripper = GripperState::kOpen) {
    Controller controller(config);
    std::vector<CycleOutput> outputs;
    for (CycleInput input : recorded().inputs) {
      if (input.joints) input.joints->gripper = gripper;
      if (input.op.task == Task::kFollowPath) {
        const OperatorCommand was = input.op;
        input.op = task;
        input.op.request = was.request;
        input.op.task_number = was.task_number;
      }
      const CycleOutput output = controller.step(input);
      if (input.op.task == task.task && output.state == SupervisorState::kActive) outputs.push_back(output);
    }
    EXPECT_FALSE(outputs.empty());
    return outputs;
  }

  std::vector<CycleOutput> play(const OperatorCommand& task) {
    return play(task, recorded().config.controller);
  }

  static OperatorCommand posture(const JointVector& joints) {
    OperatorCommand op;
    op.task = Task::kMoveTo;
    op.posture = joints;
    op.posture_rate = 0.2;
    op.posture_tolerance = 0.01;
    return op;
  }
};

TEST_F(OtherTasks, AMotionToAPostureTurnsTheJointsTowardsIt) {
  const auto outputs = play(posture(Eigen::Vector2d(2.0, -1.3)));
  const CycleOutput& later = outputs[100];
  EXPECT_EQ(later.guidance.status, TaskStatus::kRunning);
  EXPECT_LT(later.command.rates[0], 0.0) << "from 170 deg down";
}

TEST_F(OtherTasks, APostureThatTheJointsCannotTakeIsRefused) {
  for (const JointVector& goal :
       {JointVector(Eigen::Vector2d(9.0, 0.0)), JointVector(Eigen::Vector2d(NAN, 0.0)),
        JointVector(Eigen::Vector3d(0.1, 0.1, 0.1)), JointVector()}) {
    for (const CycleOutput& output : play(posture(goal))) {
      ASSERT_EQ(output.guidance.status, TaskStatus::kUnreachable);
      ASSERT_EQ(output.command.rates.norm(), 0.0);
    }
  }
}

TEST_F(OtherTasks, NothingIsMovedWhileTheTableHoldsTheHand) {
  ControllerConfig config = recorded().config.controller;
  config.payload.fixed = true;
  OperatorCommand jog;
  jog.task = Task::kJogHand;
  jog.jog_velocity = {0.02, 0.0};
  for (const OperatorCommand& op : {posture(Eigen::Vector2d(2.0, -1.3)), jog}) {
    for (const CycleOutput& output : play(op, config, GripperState::kHolding)) {
      ASSERT_EQ(output.guidance.status, TaskStatus::kUnreachable);
      ASSERT_EQ(output.command.rates.norm(), 0.0);
    }
  }
}

TEST_F(OtherTasks, TheHandIsJoggedByTheGeneralizedJacobian) {
  OperatorCommand jog;
  jog.task = Task::kJogHand;
  jog.jog_velocity = {0.0, 0.02};
  const auto outputs = play(jog);
  const CycleOutput& output = outputs[30];
  EXPECT_LT((output.guidance.v_WE - Vector2(0.0, 0.02)).norm(), 1e-12);
  const StateEstimate& e = output.estimate;
  const PlanarModel model(recorded().config.controller.robot);
  const GeneralizedJacobian jacobian =
      compute_generalized_jacobian(model, compute_posture(e.robot.theta_WB, e.robot.joints));
  const Vector2 v_WE = e.linear_momentum / model.total_mass() +
                       jacobian.by_momentum.head<2>() * e.angular_momentum +
                       jacobian.position() * output.command.rates;
  EXPECT_LT((v_WE - Vector2(0.0, 0.02)).norm(), 1e-9) << "momentum included";
}

TEST_F(OtherTasks, AHandThatIsNotJoggedKeepsItsJointsStill) {
  OperatorCommand jog;
  jog.task = Task::kJogHand;
  for (const CycleOutput& output : play(jog)) ASSERT_EQ(output.command.rates.norm(), 0.0);
}

TEST_F(OtherTasks, GrippingClosesTheJawsAndMovesNothing) {
  OperatorCommand grip;
  grip.task = Task::kGrip;
  for (const CycleOutput& output : play(grip)) {
    ASSERT_TRUE(output.command.close_gripper);
    ASSERT_EQ(output.command.rates.norm(), 0.0);
  }
}

}  // namespace
}  // namespace freefloat
