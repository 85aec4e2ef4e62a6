// What people ask of the loop, without a loop: a supervisor that does as it is told.
#include "runtime/loop_operator.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "config/load/load_experiment.h"
#include "safety/fault_table.h"
#include "safety/supervisor.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

constexpr Duration kPeriod = std::chrono::milliseconds(10);

class LoopOperatorTest : public testing::Test {
 protected:
  LoopOperatorTest()
      : config_(load_experiment(source_dir() + "/configs/experiments/standing_target.yaml")), op_(desk_) {}

  void ask(WishKind kind) {
    Wish wish;
    wish.kind = kind;
    wish.joint_rates = JointVector::Constant(2, 0.1);
    wish.hand_velocity = {0.01, 0.0};
    desk_.ask(wish);
  }

  /// One cycle. @return What was asked of the supervisor in it.
  OperatorCommand cycle(std::uint32_t faults = 0) {
    now_ += kPeriod;
    op_.begin_cycle(now_);
    const OperatorCommand command = op_.next_command(now_);
    supervise(command, faults, memory_);
    CycleOutput output;
    output.now = now_;
    output.state = memory_.state;
    output.faults = faults;
    JointFeedback feedback;
    feedback.board_state = may_move(memory_.state) || board_is_slow_ ? BoardState::kRun : BoardState::kOff;
    op_.observe(output, &feedback, nullptr);
    while (const OperatorCommandRecord* told = op_.next_told()) {
      told_.push_back(*told);
      op_.pop_told();
    }
    op_.take_events();
    if (LoopRun* const ended = op_.take_ended_run()) ended->done = true;
    return command;
  }
  void cycles(int count) {
    for (int i = 0; i < count; ++i) cycle();
  }
  void arm() {
    cycles(2);
    ask(WishKind::kArm);
    cycles(2);
    ASSERT_EQ(memory_.state, SupervisorState::kArmed);
  }

  static PhaseRunner run_of(PhaseKind kind, EndedBy ended_by = {}) {
    Experiment experiment;
    experiment.phases.resize(1);
    experiment.phases[0].kind = kind;
    experiment.phases[0].ended_by = ended_by;
    return PhaseRunner(experiment);
  }
  void begin(LoopRun& run) {
    Wish wish;
    wish.kind = WishKind::kRun;
    wish.run = &run;
    desk_.ask(wish);
    cycles(5);
  }

  const RunConfig config_;
  OperatorDesk desk_;
  LoopOperator op_;
  SupervisorMemory memory_;
  bool board_is_slow_ = false;  // its drives are on although it was told off
  Time now_{};
  std::vector<OperatorCommandRecord> told_;
};

TEST_F(LoopOperatorTest, BecomesReadyByItselfButNeverArms) {
  cycles(1000);
  EXPECT_EQ(memory_.state, SupervisorState::kReady);
}

TEST_F(LoopOperatorTest, NobodyMovesTheRobotByHandBeforeItsDrivesAreOff) {
  arm();
  board_is_slow_ = true;
  ask(WishKind::kDisarm);
  ask(WishKind::kArrange);
  cycles(20);
  EXPECT_FALSE(op_.take_arrangement());
  board_is_slow_ = false;
  cycles(3);
  EXPECT_FALSE(op_.take_arrangement());  // it says off, and still brakes
  cycles(20);
  EXPECT_TRUE(op_.take_arrangement());
}

TEST_F(LoopOperatorTest, StopLastsUntilAnAcknowledgementThatWasGivenAfterIt) {
  arm();
  ask(WishKind::kAcknowledge);
  desk_.stop({});
  EXPECT_EQ(cycle().request, Request::kStop);
  cycles(1000);
  EXPECT_EQ(memory_.state, SupervisorState::kStopped);
  ask(WishKind::kAcknowledge);
  cycles(3);
  EXPECT_EQ(memory_.state, SupervisorState::kReady);
}

TEST_F(LoopOperatorTest, AcknowledgementWaitsUntilTheStopHasBeenSaid) {
  arm();
  desk_.stop({});
  ask(WishKind::kAcknowledge);
  for (int i = 0; i < 30; ++i) EXPECT_EQ(cycle().request, Request::kStop) << i;
  cycles(3);
  EXPECT_EQ(memory_.state, SupervisorState::kReady);
}

TEST_F(LoopOperatorTest, AcknowledgementThatComesWithTheStopOfARobotAtRestWaitsToo) {
  cycles(2);
  desk_.stop({});
  ask(WishKind::kAcknowledge);
  cycles(40);
  EXPECT_EQ(memory_.state, SupervisorState::kReady);
}

/// Another thread's STOP may come while a cycle takes its wishes.
TEST_F(LoopOperatorTest, WishGivenAfterAStopIsNeverTakenBeforeIt) {
  constexpr int kRounds = 1000;
  std::atomic<int> begun{0};
  std::atomic<int> given{0};
  std::thread person([&] {
    for (int round = 1; round <= kRounds; ++round) {
      while (begun < round) std::this_thread::yield();
      desk_.stop({});
      ask(WishKind::kAcknowledge);
      given = round;
    }
  });
  int stopped_for_ever = 0;
  for (int round = 1; round <= kRounds; ++round) {
    begun = round;
    while (given < round) cycle();
    cycles(40);
    if (memory_.state == SupervisorState::kReady) continue;
    ++stopped_for_ever;
    ask(WishKind::kAcknowledge);
    cycles(3);
  }
  person.join();
  EXPECT_EQ(stopped_for_ever, 0);
}

TEST_F(LoopOperatorTest, RefusalsSayWhatComesFirst) {
  Wish run;
  run.kind = WishKind::kRun;
  const auto refusal = [&](WishKind kind) {
    LoopRun nothing{.phases = PhaseRunner(Experiment{})};
    if (kind == WishKind::kRun) {
      run.run = &nothing;
      desk_.ask(run);
    } else {
      ask(kind);
    }
    cycle();
    return told_.back().accepted ? std::string("accepted") : std::string(told_.back().words.view());
  };
  cycle(fault_bit(Fault::kFramesMissing));
  EXPECT_EQ(refusal(WishKind::kArm), "the checks do not all pass");
  cycles(3);
  EXPECT_EQ(refusal(WishKind::kJogJoints), "the robot is not armed");
  EXPECT_EQ(refusal(WishKind::kJogHand), "the robot is not armed");
  desk_.stop({});
  EXPECT_EQ(refusal(WishKind::kArm), "the robot is being stopped");
  cycles(40);
  EXPECT_EQ(refusal(WishKind::kRun), "stopped or in fault: acknowledge first");
  EXPECT_EQ(refusal(WishKind::kDisarm), "stopped or in fault: acknowledge");
  ask(WishKind::kAcknowledge);
  cycles(3);
  EXPECT_EQ(refusal(WishKind::kAcknowledge), "there is nothing to acknowledge");
  arm();
  EXPECT_EQ(refusal(WishKind::kArm), "the robot is armed already");
  EXPECT_EQ(refusal(WishKind::kArrange), "disarm first");
  EXPECT_EQ(refusal(WishKind::kPause), "no run is under way");
}

TEST_F(LoopOperatorTest, ManyStopsAreOne) {
  arm();
  for (int i = 0; i < 1000; ++i) desk_.stop({});
  cycles(40);
  EXPECT_EQ(memory_.state, SupervisorState::kStopped);
  EXPECT_LE(told_.size(), 65u);
  EXPECT_GE(told_.size(), 64u);
  ask(WishKind::kAcknowledge);
  cycles(3);
  EXPECT_EQ(memory_.state, SupervisorState::kReady);
}

TEST_F(LoopOperatorTest, StopOverrulesEveryWishBeforeIt) {
  for (const WishKind kind : {WishKind::kArm, WishKind::kJogJoints, WishKind::kJogHand, WishKind::kDisarm}) {
    ask(kind);
    desk_.stop({});
    EXPECT_EQ(cycle().request, Request::kStop);
    EXPECT_EQ(told_.back().words.view(), "overruled by a STOP");
    cycles(40);
    EXPECT_EQ(memory_.state, SupervisorState::kStopped);
    ask(WishKind::kAcknowledge);
    cycles(3);
  }
}

TEST_F(LoopOperatorTest, NewLoopKnowsWhichStopsWereTaken) {
  desk_.stop({});
  cycles(2);
  LoopOperator next(desk_);
  next.begin_cycle(now_ + kPeriod);
  EXPECT_NE(next.next_command(now_ + kPeriod).request, Request::kStop);
  desk_.stop({});
  LoopOperator after_a_stop(desk_);
  after_a_stop.begin_cycle(now_ + kPeriod);
  EXPECT_EQ(after_a_stop.next_command(now_ + kPeriod).request, Request::kStop);
}

TEST_F(LoopOperatorTest, JogEnds300MsAfterTheLastWish) {
  arm();
  for (int i = 0; i < 5; ++i) {
    ask(WishKind::kJogJoints);
    for (int j = 0; j < 10; ++j) EXPECT_EQ(cycle().task, Task::kJog);
  }
  int more = 0;
  while (cycle().task == Task::kJog) ++more;
  EXPECT_EQ(more, 20);  // 300 ms after the last wish, which came 100 ms ago
  EXPECT_EQ(memory_.state, SupervisorState::kHold);
}

TEST_F(LoopOperatorTest, JogWithinARunEnds300MsAfterTheLastWishToo) {
  arm();
  LoopRun run{.phases = run_of(PhaseKind::kJog, EndedBy::kOperator)};
  begin(run);
  ask(WishKind::kJogHand);
  int moves = 0;
  while (cycle().jog_velocity.norm() > 0.0 && moves < 100) ++moves;
  EXPECT_EQ(moves, 30);
  ask(WishKind::kJogJoints);
  moves = 0;
  while (cycle().jog_rates.norm() > 0.0 && moves < 100) ++moves;
  EXPECT_EQ(moves, 30);
  EXPECT_FALSE(run.phases.finished());
}

TEST_F(LoopOperatorTest, LostOperatorEndsAJogAtOnce) {
  arm();
  ask(WishKind::kJogJoints);
  cycles(2);
  ASSERT_EQ(memory_.state, SupervisorState::kActive);
  desk_.operator_lost();
  EXPECT_EQ(cycle().request, Request::kHold);
  EXPECT_EQ(memory_.state, SupervisorState::kHold);
}

TEST_F(LoopOperatorTest, JogThatAFaultHeldDoesNotGoOnByItself) {
  arm();
  ask(WishKind::kJogJoints);
  cycles(2);
  cycle(fault_bit(Fault::kTableEdge));
  EXPECT_EQ(memory_.state, SupervisorState::kHold);
  for (int i = 0; i < 20; ++i) {
    ask(WishKind::kJogJoints);  // still held down
    cycle();
    EXPECT_EQ(memory_.state, SupervisorState::kHold);
  }
  cycles(31);
  ask(WishKind::kJogJoints);  // pressed anew
  cycle();
  EXPECT_EQ(memory_.state, SupervisorState::kActive);
}

TEST_F(LoopOperatorTest, RunIsPausedTwoSecondsAfterTheOperatorWasLostWhereThatIsWanted) {
  op_.on_console_lost(ConsoleLost::kHoldAfter2s);
  arm();
  LoopRun run{.phases = run_of(PhaseKind::kCaptureStanding)};
  begin(run);
  ASSERT_EQ(memory_.state, SupervisorState::kActive);
  desk_.operator_lost();
  cycles(199);
  EXPECT_FALSE(run.phases.is_paused());
  cycles(3);
  EXPECT_TRUE(run.phases.is_paused());
  EXPECT_EQ(memory_.state, SupervisorState::kHold);
  ask(WishKind::kResume);
  cycles(1);
  EXPECT_EQ(memory_.state, SupervisorState::kActive);
}

TEST_F(LoopOperatorTest, RefusedRunIsLetGo) {
  LoopRun run{.phases = PhaseRunner(Experiment{})};
  desk_.stop({});
  cycles(1);
  Wish wish;
  wish.kind = WishKind::kRun;
  wish.run = &run;
  desk_.ask(wish);
  cycles(1);
  EXPECT_TRUE(run.done);
  EXPECT_FALSE(told_.back().accepted);
}

TEST_F(LoopOperatorTest, WishesBeyondTheRoomAreNotTaken) {
  int taken = 0;
  for (int i = 0; i < 1000; ++i) taken += desk_.ask({}) ? 1 : 0;
  EXPECT_EQ(taken, 64);
}

}  // namespace
}  // namespace freefloat
