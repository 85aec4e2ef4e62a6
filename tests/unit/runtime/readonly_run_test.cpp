// Without commands nothing is captured: what needs the drives is observed, and the link only listens.
#include <gtest/gtest.h>

#include "hal/readonly_link.h"
#include "runtime/phase_runner.h"

namespace freefloat {
namespace {

/// Counts what is sent, and says what the test wants.
class CountingLink final : public JointLink {
 public:
  void send(const JointCommand&, Time) override { ++sent; }
  std::optional<JointFeedback> poll(Time) override { return feedback; }
  LinkHealth health() const override { return {}; }

  int sent = 0;
  JointFeedback feedback;
};

TEST(ReadonlyLink, SendsNothingAndReportsABoardThatIsOffAsIfItObeyed) {
  CountingLink link;
  ReadonlyLink readonly(link);
  EXPECT_EQ(readonly.poll(Time{})->board_state, BoardState::kOff);
  JointCommand command;
  command.enable = true;
  readonly.send(command, Time{});
  EXPECT_EQ(readonly.poll(Time{})->board_state, BoardState::kEnabled);
  command.enable = false;
  readonly.send(command, Time{});
  EXPECT_EQ(readonly.poll(Time{})->board_state, BoardState::kOff);
  EXPECT_EQ(link.sent, 0);
}

TEST(ReadonlyLink, LatchedStatesShowThrough) {
  CountingLink link;
  ReadonlyLink readonly(link);
  JointCommand command;
  command.enable = true;
  readonly.send(command, Time{});
  for (const BoardState state :
       {BoardState::kTimeout, BoardState::kFault, BoardState::kStop, BoardState::kRun}) {
    link.feedback.board_state = state;
    EXPECT_EQ(readonly.poll(Time{})->board_state, state);
  }
}

class ReadonlyRun : public testing::Test {
 protected:
  void start(std::vector<PhaseKind> kinds, bool readonly) {
    Experiment experiment;
    experiment.readonly = readonly;
    for (const PhaseKind kind : kinds) {
      Phase phase;
      phase.kind = kind;
      phase.timeout = from_seconds(0.1);
      experiment.phases.push_back(phase);
    }
    runner_.emplace(experiment);
  }

  OperatorCommand cycle(SupervisorState state, BoardState board = BoardState::kOff) {
    now_ += std::chrono::milliseconds(10);
    const OperatorCommand op = runner_->next_command(now_);
    CycleOutput output;
    output.now = now_;
    output.state = state;
    JointFeedback feedback;
    feedback.board_state = board;
    runner_->observe(output, &feedback);
    return op;
  }

  std::optional<PhaseRunner> runner_;
  Time now_{};
};

TEST_F(ReadonlyRun, CapturesAreObservedNeverPassed) {
  start({PhaseKind::kCheck, PhaseKind::kArm, PhaseKind::kCaptureStanding, PhaseKind::kDisarm}, true);
  cycle(SupervisorState::kReady);
  cycle(SupervisorState::kArmed, BoardState::kEnabled);
  for (int i = 0; i < 20 && runner_->current() == 2; ++i)
    cycle(SupervisorState::kActive, BoardState::kEnabled);
  cycle(SupervisorState::kDisarmed);
  ASSERT_TRUE(runner_->finished());
  EXPECT_EQ(runner_->results()[0].verdict, Verdict::kPassed);
  EXPECT_EQ(runner_->results()[1].verdict, Verdict::kObserved);
  EXPECT_EQ(runner_->results()[2].verdict, Verdict::kObserved);
  EXPECT_EQ(runner_->results()[3].verdict, Verdict::kObserved);
  EXPECT_FALSE(runner_->passed());
  EXPECT_TRUE(runner_->observed());
}

TEST_F(ReadonlyRun, AFailedCheckIsStillAFailure) {
  start({PhaseKind::kCheck, PhaseKind::kDisarm}, true);
  for (int i = 0; i < 20 && !runner_->finished(); ++i) cycle(SupervisorState::kDisarmed);
  EXPECT_EQ(runner_->results()[0].verdict, Verdict::kFailed);
  EXPECT_FALSE(runner_->observed());
}

TEST_F(ReadonlyRun, AcknowledgePassesWhenTheBoardHasLeftItsLatch) {
  start({PhaseKind::kAcknowledge, PhaseKind::kDisarm}, false);
  EXPECT_EQ(cycle(SupervisorState::kDisarmed, BoardState::kTimeout).request, Request::kAcknowledge);
  EXPECT_EQ(runner_->current(), 0u);
  cycle(SupervisorState::kDisarmed, BoardState::kOff);
  EXPECT_EQ(runner_->results()[0].verdict, Verdict::kPassed);
}

TEST_F(ReadonlyRun, AFaultThatComesAndGoesBetweenCheckAndArmIsCheckedAgain) {
  start({PhaseKind::kCheck, PhaseKind::kArm}, false);
  cycle(SupervisorState::kReady);
  EXPECT_EQ(cycle(SupervisorState::kDisarmed).request, Request::kArm);
  EXPECT_EQ(cycle(SupervisorState::kReady).request, Request::kCheck);
  EXPECT_EQ(cycle(SupervisorState::kArmed, BoardState::kEnabled).request, Request::kArm);
  EXPECT_EQ(runner_->results()[1].verdict, Verdict::kPassed);
}

}  // namespace
}  // namespace freefloat
