// Phases in which the robot is moved, waited for or left to a person.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/phase_runner.h"
#include "safety/fault_table.h"
#include "types/angle.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// Plays controller and board in one phase.
class OtherPhases : public testing::Test {
 protected:
  OtherPhases() {
    output_.state = SupervisorState::kActive;
    output_.estimate.valid = true;
    output_.estimate.robot.joints = Eigen::Vector2d(0.1, 0.2);
    output_.guidance.status = TaskStatus::kRunning;
  }

  void start(Phase phase) {
    if (phase.timeout == Duration{}) phase.timeout = from_seconds(60.0);
    Experiment experiment;
    experiment.phases = {phase};
    runner_.emplace(experiment);
  }

  OperatorCommand cycle() {
    output_.now += std::chrono::milliseconds(10);
    const OperatorCommand op = runner_->next_command(output_.now);
    output_.command.close_gripper = op.task == Task::kGrip;
    runner_->observe(output_, &feedback_);
    return op;
  }

  OperatorCommand cycles(int count) {
    OperatorCommand op;
    for (int i = 0; i < count; ++i) op = cycle();
    return op;
  }

  const PhaseResult& outcome() const { return runner_->results()[0]; }

  static Phase phase_of(PhaseKind kind) {
    Phase phase;
    phase.kind = kind;
    return phase;
  }

  std::optional<PhaseRunner> runner_;
  CycleOutput output_;
  JointFeedback feedback_;
};

TEST_F(OtherPhases, WaitEndsByItsTime) {
  Phase wait = phase_of(PhaseKind::kWait);
  wait.duration = from_seconds(0.5);
  start(wait);
  EXPECT_EQ(cycle().request, Request::kNone) << "nothing is asked for: what is armed stays armed";
  cycles(48);
  EXPECT_FALSE(runner_->finished());
  cycles(3);
  EXPECT_TRUE(runner_->passed());
}

TEST_F(OtherPhases, WaitForTheOperatorEndsWhenHeGoesOnAndNotByAnOlderWord) {
  Phase wait = phase_of(PhaseKind::kWait);
  wait.ended_by = EndedBy::kOperator;
  start(wait);
  runner_->go_on();  // before the phase has begun
  cycles(100);
  EXPECT_TRUE(runner_->waits_for_operator());
  runner_->go_on();
  cycle();
  EXPECT_TRUE(runner_->passed());
  EXPECT_FALSE(runner_->waits_for_operator());
}

TEST_F(OtherPhases, WaitForTheOperatorTimesOut) {
  Phase wait = phase_of(PhaseKind::kWait);
  wait.ended_by = EndedBy::kOperator;
  wait.timeout = from_seconds(0.1);
  start(wait);
  cycles(12);
  EXPECT_EQ(outcome().verdict, Verdict::kFailed);
  EXPECT_THAT(outcome().reason, HasSubstr("timed out after 0.1 s"));
}

TEST_F(OtherPhases, WaitForAConditionEndsWhenItHolds) {
  Phase wait = phase_of(PhaseKind::kWait);
  wait.until = *parse_condition("hand_to_target_m < 0.1", true);
  start(wait);
  cycles(5);
  EXPECT_FALSE(runner_->finished()) << "the target is not known";
  output_.estimate.target.valid = true;
  output_.estimate.target.p_WT = {0.5, 0.0};
  cycles(5);
  EXPECT_FALSE(runner_->finished());
  output_.estimate.p_WE = {0.45, 0.0};
  cycle();
  EXPECT_TRUE(runner_->passed());
}

TEST_F(OtherPhases, JogAsksForItsRatesAndEnds) {
  Phase jog = phase_of(PhaseKind::kJog);
  jog.jog_rates = Eigen::Vector2d(0.1, -0.2);
  jog.duration = from_seconds(0.1);
  start(jog);
  const OperatorCommand op = cycle();
  EXPECT_EQ(op.request, Request::kActivate);
  EXPECT_EQ(op.task, Task::kJog);
  EXPECT_EQ(op.jog_rates, JointVector(Eigen::Vector2d(0.1, -0.2)));
  cycles(10);
  EXPECT_TRUE(runner_->passed());
}

TEST_F(OtherPhases, JogByTheOperatorDoesAsHeSaysUntilHeGoesOn) {
  Phase jog = phase_of(PhaseKind::kJog);
  jog.ended_by = EndedBy::kOperator;
  start(jog);
  OperatorCommand op = cycle();
  EXPECT_EQ(op.task, Task::kJogHand);
  EXPECT_EQ(op.jog_velocity.norm(), 0.0) << "nothing moves before he says so";
  runner_->jog({.joint_rates = {}, .hand_velocity = {0.02, 0.0}, .in_hand_frame = true});
  op = cycle();
  EXPECT_EQ(op.jog_velocity, Vector2(0.02, 0.0));
  EXPECT_TRUE(op.jog_in_hand_frame);
  runner_->jog({.joint_rates = Eigen::Vector2d(0.0, 0.1)});
  op = cycle();
  EXPECT_EQ(op.task, Task::kJog);
  EXPECT_EQ(op.jog_rates[1], 0.1);
  runner_->go_on();
  cycle();
  EXPECT_TRUE(runner_->passed());
}

TEST_F(OtherPhases, JogThatWasNeverLetMoveFails) {
  Phase jog = phase_of(PhaseKind::kJog);
  jog.duration = from_seconds(0.1);
  start(jog);
  output_.state = SupervisorState::kArmed;
  output_.faults = fault_bit(Fault::kFramesMissing);
  cycles(15);
  EXPECT_EQ(outcome().verdict, Verdict::kFailed);
  EXPECT_THAT(outcome().reason, HasSubstr("frames_missing"));
}

TEST_F(OtherPhases, JogFailsWhenTheRobotIsHeldUp) {
  Phase jog = phase_of(PhaseKind::kJog);
  jog.ended_by = EndedBy::kOperator;
  start(jog);
  cycle();
  output_.state = SupervisorState::kHold;
  cycle();
  EXPECT_EQ(outcome().verdict, Verdict::kFailed);
}

TEST_F(OtherPhases, GripperOpensAndCloses) {
  Phase close = phase_of(PhaseKind::kGripper);
  close.gripper = GripperAction::kClose;
  start(close);
  EXPECT_EQ(cycle().task, Task::kGrip);
  feedback_.gripper = GripperState::kClosing;
  cycles(3);
  EXPECT_FALSE(runner_->finished());
  feedback_.gripper = GripperState::kEmpty;
  cycle();
  EXPECT_TRUE(runner_->passed());
  EXPECT_EQ(outcome().reason, "closed on nothing");

  Phase open = phase_of(PhaseKind::kGripper);
  open.gripper = GripperAction::kOpen;
  start(open);
  EXPECT_EQ(cycle().task, Task::kRelease);
  EXPECT_FALSE(runner_->finished()) << "still closed";
  feedback_.gripper = GripperState::kOpen;
  cycle();
  EXPECT_TRUE(runner_->passed());
}

class MoveToPhase : public OtherPhases {
 protected:
  MoveToPhase() {
    move_.kind = PhaseKind::kMoveTo;
    move_.posture = Eigen::Vector2d(0.5, 0.6);
    move_.posture_rate = 0.3;
    move_.turn_tolerance = 0.02;
  }

  void arrive(double joint_2 = 0.6) {
    output_.guidance.status = TaskStatus::kDone;
    output_.estimate.robot.joints = Eigen::Vector2d(0.5, joint_2);
    cycle();
    output_.guidance.status = TaskStatus::kRunning;
  }

  Phase move_;
};

TEST_F(MoveToPhase, AsksForThePostureAndPassesWithinItsTolerance) {
  start(move_);
  const OperatorCommand op = cycle();
  EXPECT_EQ(op.task, Task::kMoveTo);
  EXPECT_EQ(op.posture, move_.posture);
  EXPECT_EQ(op.posture_rate, 0.3);
  EXPECT_EQ(op.posture_tolerance, 0.02);
  arrive(0.61);
  EXPECT_EQ(outcome().verdict, Verdict::kPassed) << outcome().reason;
  EXPECT_NEAR(outcome().reached->joint_error, 0.01, 1e-12);
}

TEST_F(MoveToPhase, FailsOutsideItsTolerance) {
  start(move_);
  cycle();
  arrive(0.63);
  EXPECT_EQ(outcome().verdict, Verdict::kFailed);
}

TEST_F(MoveToPhase, TurnsTheSatelliteOnceTheJointsAreThereTheShorterWay) {
  move_.attitude = 3.0;
  start(move_);
  output_.estimate.robot.theta_WB = -3.0;
  const std::uint32_t first = cycle().task_number;
  arrive();
  EXPECT_FALSE(runner_->finished());
  const OperatorCommand op = cycle();
  EXPECT_EQ(op.task, Task::kReorient);
  EXPECT_GT(op.task_number, first);
  EXPECT_NEAR(op.turn, 6.0 - 2.0 * kPi, 1e-12);
  output_.estimate.robot.theta_WB = 3.0 - 2.0 * kPi + 0.005;
  arrive();
  EXPECT_EQ(outcome().verdict, Verdict::kPassed) << outcome().reason;
  EXPECT_NEAR(outcome().reached->attitude_error, 0.005, 1e-12);
}

TEST_F(MoveToPhase, TurnsNothingWhereTheAttitudeIsRightAlready) {
  move_.attitude = 0.005;
  start(move_);
  cycle();
  arrive();
  EXPECT_EQ(outcome().verdict, Verdict::kPassed);
}

TEST_F(MoveToPhase, SaysWhyTheAttitudeCannotBeReached) {
  move_.attitude = 1.0;
  start(move_);
  cycle();
  arrive();
  output_.guidance.status = TaskStatus::kUnreachable;
  output_.guidance.reorientation.needed_time = 85.0;
  output_.guidance.reorientation.available_time = 9.0;
  cycle();
  EXPECT_EQ(outcome().verdict, Verdict::kFailed);
  EXPECT_THAT(outcome().reason, HasSubstr("needs 85 s"));
}

TEST_F(MoveToPhase, SaysThatAPostureCannotBeTaken) {
  start(move_);
  cycle();
  output_.guidance.status = TaskStatus::kUnreachable;
  cycle();
  EXPECT_THAT(outcome().reason, HasSubstr("cannot take this posture"));
}

}  // namespace
}  // namespace freefloat
