#include "hal/board_handshake.h"

#include <gtest/gtest.h>

#include <random>

#include "hal/joint_codec.h"
#include "support/wire_board.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kSession = 77;

JointCommand make_command() {
  JointCommand command;
  command.rates = JointVector::Constant(2, 0.1);
  command.time_to_live = 60ms;
  return command;
}

/// A controller's codec and a board with the same key, all frames kept. 1 ms a step.
struct Bench {
  explicit Bench(std::uint8_t seed = 9)
      : board(2, make_key(1)),
        codec({.joint_count = 2, .session = kSession, .key = make_key(1), .nonce_seed = make_key(seed)}) {}

  void step() {
    now += 1ms;
    if (const auto query = codec.take_query(now); !query.empty()) send(query);
    if (const auto command = codec.encode(make_command(), now); !command.empty()) send(command);
    for (auto& frame : board.tick()) {
      if (board_is_heard) codec.receive_datagram(frame, now);
      from_board.push_back(frame);
    }
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) step();
  }
  void send(std::span<const std::uint8_t> frame) {
    board.receive(frame);
    from_controller.emplace_back(frame.begin(), frame.end());
  }

  WireBoard board;
  JointCodec codec;
  bool board_is_heard = true;
  std::vector<WireFrame> from_board;
  std::vector<WireFrame> from_controller;
  Time now{};
};

std::uint8_t type_of(const WireFrame& frame) {
  ff_header header;
  ff_read_header(frame.data(), &header);
  return header.type;
}

TEST(BoardHandshake, AsksUntilAnsweredAndThenNoMore) {
  BoardHandshake handshake(kSession, std::nullopt, {});
  WireBoard board(2);
  int queries = 0;
  for (Time now{1ms}; now < Time{1s}; now += 1ms) {
    if (!handshake.take_query(now, now).empty()) ++queries;
  }
  EXPECT_EQ(queries, 5);
  for (const auto& frame : board.tick()) {
    if (type_of(frame) != FF_FRAME_IDENTITY) continue;
    EXPECT_EQ(handshake.accept_identity(frame.data()), FF_REJECT_COUNT);
  }
  ASSERT_TRUE(handshake.identity());
  EXPECT_TRUE(handshake.take_query(Time{2s}, Time{2s}).empty());
  EXPECT_FALSE(handshake.take_query(Time{3s}, Time{2s}).empty()) << "after a long silence";
  handshake.notice_board(handshake.identity()->session + 1);
  EXPECT_FALSE(handshake.take_query(Time{4s}, Time{4s}).empty()) << "after a restart of the board";
}

TEST(BoardHandshake, SendsNoCommandBeforeTheBoardHasAnswered) {
  Bench bench;
  bench.board_is_heard = false;
  bench.run(100);
  for (const WireFrame& frame : bench.from_controller) EXPECT_EQ(type_of(frame), FF_FRAME_QUERY);
  EXPECT_EQ(bench.codec.health().sent, 0u);
}

TEST(BoardHandshake, ASecondSessionAfterALongSilenceGoesOnWithoutABreak) {
  Bench bench;
  bench.run(500);
  const std::uint64_t received = bench.codec.health().received;
  bench.board_is_heard = false;
  bench.run(1500);
  bench.board_is_heard = true;
  bench.run(500);
  EXPECT_GT(bench.codec.health().received, received + 450);
  EXPECT_EQ(bench.codec.health().board_restarts, 0u);
  EXPECT_GT(bench.board.state().accepted_sequence, 2400u);
}

TEST(BoardHandshake, NoncesOfTwoRunsDiffer) {
  Bench first(9);
  Bench second(10);
  first.run(1);
  second.run(1);
  EXPECT_NE(first.from_controller.front(), second.from_controller.front());
}

/// The board's answer to a query that was sent with a key.
struct Answered {
  Answered() : handshake(kSession, make_key(1), make_key(9)), board(2, make_key(1)) {
    board.receive(handshake.take_query(Time{1ms}, Time{}));
    for (const auto& frame : board.tick()) {
      if (type_of(frame) == FF_FRAME_IDENTITY) identity = frame;
    }
  }
  /// @return The answer with one byte changed and a right check. @param at Place of the byte.
  WireFrame changed(std::size_t at) const {
    WireFrame frame = identity;
    frame[at] ^= 1;
    ff_reseal_frame(frame.data());
    return frame;
  }

  BoardHandshake handshake;
  WireBoard board;
  WireFrame identity;
};

constexpr std::size_t kSourceByte = 3;
constexpr std::size_t kJointCountByte = 23;

TEST(BoardHandshake, AnAnswerThatSomebodyChangedIsNotTheBoards) {
  Answered answered;
  ASSERT_FALSE(answered.identity.empty());
  EXPECT_EQ(answered.handshake.accept_identity(answered.changed(kJointCountByte).data()), FF_REJECT_TAG);
  EXPECT_FALSE(answered.handshake.identity());
  EXPECT_EQ(answered.handshake.accept_identity(answered.identity.data()), FF_REJECT_COUNT);
  EXPECT_EQ(answered.handshake.identity()->joint_count, 2);
}

TEST(BoardHandshake, AnAnswerCountsOnce) {
  Answered answered;
  EXPECT_EQ(answered.handshake.accept_identity(answered.identity.data()), FF_REJECT_COUNT);
  EXPECT_EQ(answered.handshake.accept_identity(answered.identity.data()), FF_REJECT_SEQUENCE);
}

TEST(BoardHandshake, NobodyButABoardSaysWhoTheBoardIs) {
  Answered answered;
  BoardHandshake without_key(kSession, std::nullopt, {});
  EXPECT_EQ(without_key.accept_identity(answered.changed(kSourceByte).data()), FF_REJECT_SOURCE);
  EXPECT_FALSE(without_key.identity());
  EXPECT_EQ(without_key.accept_identity(answered.identity.data()), FF_REJECT_COUNT);
}

// Everything that the board ever sent comes again, in another order, in part with flipped bits: to the same
// run and to the next one.
TEST(BoardHandshake, ReplayedReorderedAndForgedStatusesAreNotAccepted) {
  Bench bench;
  bench.run(500);
  bench.board.restart(2);
  bench.run(1000);
  const LinkHealth before = bench.codec.health();
  const BoardIdentity identity = *bench.codec.identity();
  Bench next_run(11);
  next_run.run(500);
  const LinkHealth next_before = next_run.codec.health();
  bench.codec.poll();
  next_run.codec.poll();
  std::mt19937 random(7);
  constexpr int kAttempts = 20000;
  for (int i = 0; i < kAttempts; ++i) {
    WireFrame frame = bench.from_board[random() % bench.from_board.size()];
    if (i % 2 == 0) {  // forged, with a right check
      frame[3 + random() % (frame.size() - 3 - FF_CRC_SIZE)] ^= static_cast<std::uint8_t>(1 + random() % 255);
      ff_reseal_frame(frame.data());
    }
    bench.codec.receive_datagram(frame, bench.now);
    next_run.codec.receive_datagram(frame, next_run.now);
  }
  EXPECT_EQ(bench.codec.health().received, before.received);
  EXPECT_EQ(next_run.codec.health().received, next_before.received);
  EXPECT_FALSE(bench.codec.poll());
  EXPECT_FALSE(next_run.codec.poll());
  EXPECT_EQ(bench.codec.identity()->session, identity.session);
  bench.run(300);
  EXPECT_GT(bench.codec.health().received, before.received + 250) << "and the link goes on";
}

}  // namespace
}  // namespace freefloat
