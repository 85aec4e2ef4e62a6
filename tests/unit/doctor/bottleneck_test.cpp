#include "doctor/bottleneck.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace freefloat {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class Bottleneck : public testing::Test {
 protected:
  Bottleneck() {
    latency_.wakes = 3000;
    latency_.p99 = 60us;
    link_.round_trip = {
        .asked = 100, .answered = 100, .p50 = 2ms, .p99 = 3ms, .wire = 1ms, .board = 500us, .pc = 30us};
  }

  std::string name() { return name_bottleneck(latency_, &link_, 10ms); }

  TimerLatency latency_;
  LinkExamination link_;
};

TEST_F(Bottleneck, IsNoneWhereTheAnswerComesInTime) {
  EXPECT_THAT(name(), HasSubstr("Nothing holds the loop up: the board answers within 3.0 ms"));
}

TEST_F(Bottleneck, IsThePcWhereItWakesTooLate) {
  latency_.p99 = 4ms;
  EXPECT_THAT(name(), HasSubstr("This PC is the bottleneck"));
}

TEST_F(Bottleneck, IsTheWireWhereBytesTakeTheTime) {
  link_.round_trip.p50 = 19ms;
  link_.round_trip.p99 = 20ms;
  link_.round_trip.wire = 17ms;
  EXPECT_THAT(name(), HasSubstr("raise the baud rate"));
}

TEST_F(Bottleneck, IsTheAdapterWhereNothingElseExplainsTheTime) {
  link_.round_trip.p50 = 16ms;
  link_.round_trip.p99 = 20ms;
  EXPECT_THAT(name(), HasSubstr("latency timer"));
}

TEST_F(Bottleneck, IsTheBoardWhereItHoldsTheCommand) {
  link_.round_trip.p50 = 16ms;
  link_.round_trip.p99 = 20ms;
  link_.round_trip.board = 14ms;
  EXPECT_THAT(name(), HasSubstr("the board is the bottleneck"));
}

TEST_F(Bottleneck, IsTheLinkWhereFramesAreLost) {
  link_.round_trip.answered = 90;
  EXPECT_THAT(name(), HasSubstr("it loses frames"));
}

TEST_F(Bottleneck, WithoutALinkOrWithABusyBoardIsSaid) {
  EXPECT_THAT(name_bottleneck(latency_, nullptr, 10ms), HasSubstr("name a testbed with a real board"));
  link_.in_use = true;
  EXPECT_THAT(name(), HasSubstr("busy with another controller"));
  link_ = LinkExamination{};
  link_.problem = "no such port";
  EXPECT_THAT(name(), HasSubstr("cannot be opened"));
}

/// A board at the other end of a perfect line on a clock that only sleeping moves.
class FakeClock final : public Clock {
 public:
  Time now() override { return now_; }
  void sleep_until(Time deadline) override { now_ = std::max(now_, deadline); }

 private:
  Time now_{};
};

class FakeBoard final : public JointLink {
 public:
  FakeBoard() {
    health_.own_joint_count = 2;
    health_.own_session = 7;
    status_.angles = status_.rates = JointVector::Zero(2);
    identity_.joint_count = 2;
  }

  void send(const JointCommand& command, Time now) override {
    EXPECT_FALSE(command.enable);
    EXPECT_EQ(command.rates.norm(), 0.0);
    ++health_.sent;
    answer_at_ = now + 2ms;
  }
  std::optional<JointFeedback> poll(Time now) override {
    health_.received = 1;
    health_.newest_status = health_.newest_byte = health_.obeyed_until = now;
    if (now < answer_at_ || health_.sent == 0)
      return other_controller ? std::optional(status_) : std::nullopt;
    status_.accepted_sequence = static_cast<std::uint32_t>(health_.sent);
    status_.accepted_age = 400us;
    return status_;
  }
  LinkHealth health() const override {
    LinkHealth health = health_;
    if (other_controller) health.lease_session = 99;
    return health;
  }
  std::optional<BoardIdentity> identity() const override { return identity_; }

  bool other_controller = false;

 private:
  LinkHealth health_;
  JointFeedback status_;
  BoardIdentity identity_;
  Time answer_at_{};
};

TEST(ExamineLink, MeasuresRoundTripsWithDrivesOff) {
  FakeClock clock;
  FakeBoard board;
  const std::atomic<bool> never{false};
  const LinkExamination found = examine_link(board, clock, 1s, 500us, 20us, never);
  EXPECT_EQ(found.round_trip.asked, 50u);
  EXPECT_EQ(found.round_trip.answered, 50u);
  EXPECT_NEAR(to_seconds(found.round_trip.p50), 0.002, 2e-4);
  EXPECT_EQ(found.round_trip.wire, 500us);
  EXPECT_EQ(found.round_trip.board, 400us);
  EXPECT_FALSE(found.in_use);
  EXPECT_EQ(judge_link(found, 10ms).at(2).grade, Grade::kGood);
}

TEST(ExamineLink, LeavesABoardAloneThatAnotherControllerCommands) {
  FakeClock clock;
  FakeBoard board;
  board.other_controller = true;
  const std::atomic<bool> never{false};
  const LinkExamination found = examine_link(board, clock, 1s, 500us, 20us, never);
  EXPECT_TRUE(found.in_use);
  EXPECT_EQ(board.health().sent, 0u);
  EXPECT_EQ(judge_link(found, 10ms).at(2).grade, Grade::kNote);
}

}  // namespace
}  // namespace freefloat
