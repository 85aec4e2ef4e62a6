#include "runtime/phase_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "safety/fault_table.h"

namespace freefloat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Phase phase_of(PhaseKind kind, double duration = 0.0, double timeout = 5.0) {
  Phase phase;
  phase.kind = kind;
  phase.name = row_of(kind).name;
  phase.duration = from_seconds(duration);
  phase.timeout = from_seconds(timeout);
  return phase;
}

/// Plays controller and board: a test sets the output and lets cycles of 10 ms pass.
class PhaseRunnerTest : public testing::Test {
 protected:
  void start(std::vector<Phase> phases) {
    Experiment experiment;
    experiment.phases = std::move(phases);
    runner_.emplace(experiment);
  }

  OperatorCommand cycle() {
    now_ += std::chrono::milliseconds(10);
    const OperatorCommand op = runner_->next_command(now_);
    output_.now = now_;
    runner_->observe(output_, &feedback_);
    return op;
  }

  void cycles(int count) {
    for (int i = 0; i < count; ++i) cycle();
  }

  Verdict verdict(std::size_t phase) const { return runner_->results()[phase].verdict; }
  const std::string& reason(std::size_t phase) const { return runner_->results()[phase].reason; }

  std::optional<PhaseRunner> runner_;
  Time now_{};
  CycleOutput output_;
  JointFeedback feedback_;  // of a board that is switched off
};

TEST_F(PhaseRunnerTest, AnObjectionFailsThePhaseThatWouldArm) {
  start({phase_of(PhaseKind::kCheck), phase_of(PhaseKind::kArm), phase_of(PhaseKind::kDisarm)});
  std::string objection;
  runner_->object_to_arming([&] { return objection; });
  output_.state = SupervisorState::kReady;
  EXPECT_EQ(cycle().request, Request::kCheck);
  objection = "only 3 MB are free for the log";
  EXPECT_NE(cycle().request, Request::kArm);
  EXPECT_EQ(verdict(1), Verdict::kFailed);
  EXPECT_EQ(reason(1), objection);
}

TEST_F(PhaseRunnerTest, SettleWaitsItsTime) {
  start({phase_of(PhaseKind::kSettle, 1.0)});
  EXPECT_EQ(cycle().request, Request::kNone);
  cycles(99);
  EXPECT_FALSE(runner_->finished());
  cycle();
  EXPECT_TRUE(runner_->finished());
  EXPECT_TRUE(runner_->passed());
}

TEST_F(PhaseRunnerTest, CheckPassesWhenReady) {
  start({phase_of(PhaseKind::kCheck)});
  EXPECT_EQ(cycle().request, Request::kCheck);
  EXPECT_FALSE(runner_->finished());
  output_.state = SupervisorState::kReady;
  cycle();
  EXPECT_TRUE(runner_->passed());
}

TEST_F(PhaseRunnerTest, CheckThatTimesOutSaysWhatIsMissing) {
  start({phase_of(PhaseKind::kCheck, 0.0, 0.5), phase_of(PhaseKind::kArm)});
  output_.faults = fault_bit(Fault::kNoEstimate) | fault_bit(Fault::kFeedbackMissing);
  cycles(51);
  EXPECT_EQ(verdict(0), Verdict::kFailed);
  // Without the board's feedback there can be no estimate: only the cause is told.
  EXPECT_EQ(reason(0),
            "timed out after 0.5 s; feedback_missing: no status of the servo board for `feedback_timeout`");
  cycle();
  EXPECT_EQ(verdict(1), Verdict::kSkipped);
  EXPECT_TRUE(runner_->finished());
  EXPECT_FALSE(runner_->passed());
}

TEST_F(PhaseRunnerTest, ArmNeedsTheBoardsConfirmation) {
  start({phase_of(PhaseKind::kArm)});
  EXPECT_EQ(cycle().request, Request::kArm);
  output_.state = SupervisorState::kArmed;
  cycle();
  EXPECT_FALSE(runner_->finished());
  feedback_.board_state = BoardState::kEnabled;
  cycle();
  EXPECT_TRUE(runner_->passed());
}

TEST_F(PhaseRunnerTest, ArmFailsAtOnceInALatchedState) {
  start({phase_of(PhaseKind::kArm)});
  output_.state = SupervisorState::kFault;
  output_.latched_faults = fault_bit(Fault::kBoardLatched);
  cycle();
  EXPECT_EQ(verdict(0), Verdict::kFailed);
  EXPECT_THAT(reason(0), StartsWith("board_latched: "));
}

TEST_F(PhaseRunnerTest, CaptureIsJudgedAtTheGrippersOrder) {
  start({phase_of(PhaseKind::kCaptureStanding)});
  const OperatorCommand op = cycle();
  EXPECT_EQ(op.request, Request::kActivate);
  EXPECT_EQ(op.task, Task::kCaptureStanding);
  output_.state = SupervisorState::kActive;
  feedback_.board_state = BoardState::kRun;
  output_.guidance.status = TaskStatus::kRunning;
  output_.guidance.distance = 0.1;
  cycle();
  output_.command.close_gripper = true;
  output_.guidance.distance = 0.004;
  output_.guidance.closing_speed = 0.009;
  cycle();
  output_.guidance.distance = 0.02;  // what comes after does not count
  output_.guidance.closing_speed = 0.5;
  output_.guidance.status = TaskStatus::kDone;
  cycle();
  EXPECT_TRUE(runner_->passed());
  EXPECT_EQ(runner_->results()[0].capture->distance, 0.004);
  EXPECT_EQ(runner_->results()[0].capture->relative_speed, 0.009);
}

TEST_F(PhaseRunnerTest, SecondAttemptIsJudgedByItsOwnNumbers) {
  start({phase_of(PhaseKind::kCaptureMoving)});
  EXPECT_EQ(cycle().task, Task::kCaptureMoving);
  output_.state = SupervisorState::kActive;
  feedback_.board_state = BoardState::kRun;
  output_.command.close_gripper = true;
  output_.guidance.distance = 0.006;
  cycle();
  output_.command.close_gripper = false;  // closed on nothing
  cycle();
  output_.command.close_gripper = true;
  output_.guidance.distance = 0.003;
  cycle();
  output_.guidance.status = TaskStatus::kDone;
  cycle();
  EXPECT_EQ(runner_->results()[0].capture->distance, 0.003);
  EXPECT_TRUE(runner_->passed());
}

TEST_F(PhaseRunnerTest, CaptureOutsideTheTolerancesFails) {
  for (const bool too_far : {true, false}) {
    start({phase_of(PhaseKind::kCaptureStanding)});
    output_ = CycleOutput{};
    feedback_.board_state = BoardState::kRun;
    output_.state = SupervisorState::kActive;
    output_.command.close_gripper = true;
    output_.guidance.distance = too_far ? 0.0051 : 0.001;
    output_.guidance.closing_speed = too_far ? 0.001 : 0.0101;
    cycle();
    output_.guidance.status = TaskStatus::kDone;
    cycle();
    EXPECT_EQ(verdict(0), Verdict::kFailed);
    EXPECT_EQ(reason(0), "captured outside the phase's tolerances");
  }
}

TEST_F(PhaseRunnerTest, CaptureThatLeavesTheActiveStateFailsWithTheFault) {
  start({phase_of(PhaseKind::kCaptureStanding)});
  feedback_.board_state = BoardState::kEnabled;
  output_.state = SupervisorState::kArmed;  // not yet active is no failure
  cycles(3);
  EXPECT_FALSE(runner_->finished());
  output_.state = SupervisorState::kActive;
  cycle();
  output_.state = SupervisorState::kHold;
  output_.latched_faults = fault_bit(Fault::kTargetLost);
  cycle();
  EXPECT_EQ(verdict(0), Verdict::kFailed);
  EXPECT_THAT(reason(0), StartsWith("target_lost: "));
}

TEST_F(PhaseRunnerTest, HoldWaitsAndFailsInFault) {
  start({phase_of(PhaseKind::kHold, 0.1)});
  output_.state = SupervisorState::kHold;
  EXPECT_EQ(cycle().request, Request::kHold);
  cycles(10);
  EXPECT_TRUE(runner_->passed());
  start({phase_of(PhaseKind::kHold, 0.1)});
  output_.state = SupervisorState::kFault;
  output_.latched_faults = fault_bit(Fault::kFeedbackMissing);
  cycle();
  EXPECT_THAT(reason(0), StartsWith("feedback_missing: "));
}

TEST_F(PhaseRunnerTest, ReleasePassesWhenTheJawsAreOpen) {
  start({phase_of(PhaseKind::kRelease)});
  output_.state = SupervisorState::kActive;
  feedback_.gripper = GripperState::kHolding;
  const OperatorCommand op = cycle();
  EXPECT_EQ(op.task, Task::kRelease);
  EXPECT_FALSE(runner_->finished());
  feedback_.gripper = GripperState::kOpen;
  cycle();
  EXPECT_TRUE(runner_->passed());
}

TEST_F(PhaseRunnerTest, DisarmPassesWhenTheBoardConfirmsIt) {
  for (const SupervisorState state : {SupervisorState::kDisarmed, SupervisorState::kFault}) {
    start({phase_of(PhaseKind::kDisarm)});
    output_.state = SupervisorState::kArmed;
    feedback_.board_state = BoardState::kEnabled;
    EXPECT_EQ(cycle().request, Request::kDisarm);
    EXPECT_FALSE(runner_->finished());
    output_.state = state;
    cycle();
    EXPECT_FALSE(runner_->finished()) << "the board's drives are still energised";
    feedback_.board_state = BoardState::kOff;
    cycle();
    EXPECT_TRUE(runner_->passed());
    EXPECT_EQ(reason(0), "the board says that its drives are off");
  }
}

TEST_F(PhaseRunnerTest, DisarmOfABoardThatStoppedByItselfTellsSo) {
  start({phase_of(PhaseKind::kDisarm)});
  output_.state = SupervisorState::kActive;
  cycle();
  output_.state = SupervisorState::kFault;
  feedback_.board_state = BoardState::kTimeout;
  cycle();
  EXPECT_TRUE(runner_->passed());
  EXPECT_THAT(reason(0), StartsWith("the servo board stopped by itself"));
}

TEST_F(PhaseRunnerTest, DisarmOfABoardThatKeepsItsDrivesOnTimesOut) {
  start({phase_of(PhaseKind::kDisarm, 0.0, 0.5)});
  output_.state = SupervisorState::kArmed;
  feedback_.board_state = BoardState::kEnabled;
  cycle();
  output_.state = SupervisorState::kDisarmed;
  cycles(51);
  EXPECT_EQ(verdict(0), Verdict::kFailed);
  EXPECT_EQ(reason(0), "timed out after 0.5 s; not confirmed: the board says that its drives are energised");
}

TEST_F(PhaseRunnerTest, DisarmOfADeadBoardIsNotConfirmed) {
  start({phase_of(PhaseKind::kDisarm)});
  output_.state = SupervisorState::kActive;
  feedback_.board_state = BoardState::kRun;
  cycle();
  output_.state = SupervisorState::kFault;
  output_.faults = output_.latched_faults = fault_bit(Fault::kFeedbackMissing);
  cycle();
  EXPECT_EQ(verdict(0), Verdict::kFailed);
  EXPECT_THAT(reason(0), StartsWith("not confirmed: feedback_missing: "));
}

TEST_F(PhaseRunnerTest, WhatNeedsAnArmedRobotIsNotTriedAfterAFailedCheck) {
  start({phase_of(PhaseKind::kCheck, 0.0, 0.1), phase_of(PhaseKind::kArm), phase_of(PhaseKind::kHold, 0.1),
         phase_of(PhaseKind::kRelease), phase_of(PhaseKind::kDisarm)});
  cycles(20);
  ASSERT_TRUE(runner_->finished());
  EXPECT_EQ(verdict(2), Verdict::kSkipped);
  EXPECT_EQ(reason(2), "not tried: the robot is not armed");
  EXPECT_EQ(verdict(3), Verdict::kSkipped) << "although the jaws are open";
  EXPECT_EQ(verdict(4), Verdict::kSkipped);
  EXPECT_EQ(reason(4), "not tried: the robot was not armed; the board says that its drives are off");
}

TEST_F(PhaseRunnerTest, WithoutAnyStatusNobodySaysThatTheDrivesAreOff) {
  start({phase_of(PhaseKind::kCheck, 0.0, 0.1), phase_of(PhaseKind::kDisarm)});
  output_.faults = fault_bit(Fault::kFeedbackMissing);
  cycles(20);
  EXPECT_EQ(verdict(1), Verdict::kSkipped);
  EXPECT_THAT(reason(1), StartsWith("not tried: the robot was not armed; feedback_missing: "));
}

TEST_F(PhaseRunnerTest, FailureSkipsTheRestExceptHoldReleaseAndDisarm) {
  start({phase_of(PhaseKind::kCaptureStanding, 0.0, 0.1), phase_of(PhaseKind::kSettle, 1.0),
         phase_of(PhaseKind::kCaptureMoving), phase_of(PhaseKind::kHold, 0.05), phase_of(PhaseKind::kCheck),
         phase_of(PhaseKind::kRelease), phase_of(PhaseKind::kDisarm)});
  output_.state = SupervisorState::kHold;
  feedback_.gripper = GripperState::kOpen;
  std::vector<Request> requests;
  for (int i = 0; i < 30; ++i) {
    const Request request = cycle().request;
    if (request == Request::kDisarm) output_.state = SupervisorState::kDisarmed;
    if (requests.empty() || requests.back() != request) requests.push_back(request);
  }
  ASSERT_TRUE(runner_->finished());
  EXPECT_FALSE(runner_->passed());
  EXPECT_THAT(requests, ElementsAre(Request::kActivate, Request::kHold, Request::kActivate, Request::kDisarm,
                                    Request::kNone));
  std::vector<Verdict> verdicts;
  for (const PhaseResult& outcome : runner_->results()) verdicts.push_back(outcome.verdict);
  EXPECT_THAT(verdicts, ElementsAre(Verdict::kFailed, Verdict::kSkipped, Verdict::kSkipped, Verdict::kPassed,
                                    Verdict::kSkipped, Verdict::kPassed, Verdict::kPassed));
  EXPECT_EQ(reason(1), "an earlier phase failed");
}

TEST_F(PhaseRunnerTest, EveryPhaseIsATaskOfItsOwn) {
  start({phase_of(PhaseKind::kHold, 0.0), phase_of(PhaseKind::kHold, 0.0)});
  output_.state = SupervisorState::kHold;
  EXPECT_NE(cycle().task_number, cycle().task_number);
}

TEST_F(PhaseRunnerTest, InterruptStopsAndSkipsTheRest) {
  start({phase_of(PhaseKind::kSettle, 1.0), phase_of(PhaseKind::kHold, 1.0), phase_of(PhaseKind::kDisarm)});
  cycles(5);
  runner_->interrupt(now_);
  int stops = 0;
  while (!runner_->finished() && stops < 1000) {
    EXPECT_EQ(cycle().request, Request::kStop);
    ++stops;
  }
  EXPECT_EQ(stops, 30);  // repeated for 300 ms, so that a lost frame does not matter
  EXPECT_FALSE(runner_->passed());
  EXPECT_EQ(verdict(0), Verdict::kInterrupted);
  EXPECT_EQ(verdict(1), Verdict::kSkipped);
  EXPECT_EQ(verdict(2), Verdict::kSkipped);
  EXPECT_EQ(reason(2), "interrupted by the operator");
  EXPECT_EQ(runner_->results()[2].begin, runner_->results()[0].end);
}

TEST_F(PhaseRunnerTest, InterruptAfterTheEndChangesNothing) {
  start({phase_of(PhaseKind::kSettle, 0.0)});
  cycle();
  runner_->interrupt(now_);
  EXPECT_TRUE(runner_->finished());
  EXPECT_TRUE(runner_->passed());
}

TEST_F(PhaseRunnerTest, EventsTellBeginAndEndInOrder) {
  start({phase_of(PhaseKind::kSettle, 0.02), phase_of(PhaseKind::kCheck)});
  cycles(4);
  output_.state = SupervisorState::kReady;
  cycle();
  std::vector<std::string> told;
  Time last{};
  for (const PhaseEvent& event : runner_->take_events()) {
    EXPECT_GE(event.at, last);
    last = event.at;
    told.push_back(std::string(event.name.view()) +
                   (event.moment == PhaseMoment::kBegin ? " begin" : " end"));
  }
  EXPECT_THAT(told, ElementsAre("settle begin", "settle end", "check begin", "check end"));
  EXPECT_TRUE(runner_->take_events().empty());
}

TEST_F(PhaseRunnerTest, AnExperimentWithoutPhasesIsOverAtOnce) {
  start({});
  EXPECT_TRUE(runner_->finished());
}

}  // namespace
}  // namespace freefloat
