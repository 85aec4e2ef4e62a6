#include "hal/udp/udp_link.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/wire_board.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;

constexpr int kLongWait = 20000;  // steps, for what must come

using Frames = std::vector<std::vector<std::uint8_t>>;

JointCommand make_command() {
  JointCommand command;
  command.rates = JointVector::Constant(2, 0.1);
  command.time_to_live = 60ms;
  return command;
}

/// A link and a board that answers whoever sent to it last. Time goes on by 1 ms a step, however long that
/// takes.
struct Bench {
  explicit Bench(const std::optional<LinkKey>& key = {})
      : board(2, key),
        socket(UdpSocket::listen(resolve_udp_address("127.0.0.1:0"))),
        link({.address = to_string(socket.local_address()), .joint_count = 2, .key = key}) {}

  Frames receive() {
    Frames frames;
    for (;;) {
      std::vector<std::uint8_t> bytes(2000);
      UdpDatagram datagram;
      if (socket.receive(bytes, datagram) != UdpResult::kDone) return frames;
      bytes.resize(datagram.size);
      frames.push_back(bytes);
      controller = datagram.sender;
    }
  }

  /// The link sends and polls; the board takes what arrived, ticks, and answers; both ways through `network`.
  template <class Network>
  void step(Network network) {
    now += 1ms;
    link.send(make_command(), now);
    if (const auto newest = link.poll(now)) feedback = newest;
    for (const auto& frame : network(receive())) board.receive(frame);
    for (const auto& frame : network(board.tick())) {
      if (controller) socket.send_to(*controller, frame);
    }
  }
  void step() {
    step([](Frames frames) { return frames; });
  }

  template <class Condition>
  bool step_until(Condition condition) {
    for (int i = 0; i < kLongWait; ++i) {
      if (condition()) return true;
      step();
    }
    return false;
  }

  bool is_obeyed() const { return feedback && feedback->accepted_sequence > 0; }

  WireBoard board;
  UdpSocket socket;
  std::optional<UdpAddress> controller;
  UdpLink link;
  std::optional<JointFeedback> feedback;
  Time now{};
};

LinkKey make_key() {
  LinkKey key{};
  key[5] = 0x11;
  return key;
}

TEST(UdpLink, CommandsReachTheBoardAndItsStatusComesBack) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed() && bench.link.identity(); }));
  EXPECT_EQ(bench.link.health().rejected, 0u);
  EXPECT_EQ(bench.link.identity()->board_name(), "test board");
}

TEST(UdpLink, AgreesOnASessionWithTheKeyAndAgainAfterARestart) {
  Bench bench(make_key());
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  EXPECT_TRUE(bench.link.health().secured);
  bench.feedback.reset();
  bench.board.restart(2);
  ASSERT_TRUE(bench.step_until([&] { return bench.link.identity()->session == 2 && bench.is_obeyed(); }));
}

TEST(UdpLink, AFloodOfDatagramsIsReadInPartsThatDoNotHoldTheLoop) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  bench.link.poll(bench.now);
  const std::vector<std::uint8_t> nonsense(10, 0xAA);
  const std::uint64_t before = bench.link.health().received_bytes;
  for (int i = 0; i < 200; ++i) bench.socket.send_to(*bench.controller, nonsense);
  const auto heard = [&] { return (bench.link.health().received_bytes - before) / nonsense.size(); };
  bench.link.poll(bench.now);
  EXPECT_GT(heard(), 0u);
  EXPECT_LE(heard(), 64u);
  for (int i = 0; i < kLongWait && heard() < 200; ++i) bench.link.poll(bench.now);
  EXPECT_EQ(heard(), 200u);
}

// Datagrams are lost, doubled and swapped at random: what is not newest is refused, nothing else happens.
TEST(UdpLink, LossDuplicatesAndReorderingAreNormal) {
  for (const bool keyed : {false, true}) {
    Bench bench(keyed ? std::optional(make_key()) : std::nullopt);
    std::mt19937 random(4);
    Frames late;
    const auto network = [&](Frames frames) {
      Frames out;
      for (const auto& frame : frames) {
        const auto fate = random() % 10;
        if (fate == 0) continue;
        if (fate == 1) {
          late.push_back(frame);
          continue;
        }
        out.push_back(frame);
        if (fate == 2) out.push_back(frame);
      }
      return out;
    };
    const auto is_from_board = [](const auto& frame) {
      return frame.size() == FF_STATUS_FRAME_SIZE || frame.size() == FF_IDENTITY_FRAME_SIZE;
    };
    std::uint32_t newest = 0;
    for (int i = 0; i < 4000; ++i) {
      bench.step(network);
      if (i % 7 == 0) {
        for (const auto& frame : late) {
          if (is_from_board(frame)) {
            bench.socket.send_to(*bench.controller, frame);
          } else {
            bench.board.receive(frame);
          }
        }
        late.clear();
      }
      if (!bench.feedback) continue;
      EXPECT_GE(bench.feedback->accepted_sequence, newest);
      newest = bench.feedback->accepted_sequence;
    }
    const LinkHealth health = bench.link.health();
    EXPECT_GT(health.received, 2500u);
    EXPECT_GT(health.lost, 100u);
    EXPECT_GT(health.rejects.sequence, 100u);
    EXPECT_EQ(health.rejects.check, 0u);
    EXPECT_EQ(health.board_restarts, 0u);
    EXPECT_GT(bench.board.state().accepted_sequence + 20, health.sent);
  }
}

TEST(UdpLink, CutAndDamagedDatagramsAreCountedAndDoNotHoldTheNextOneBack) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed() && bench.link.identity(); }));
  const LinkHealth before = bench.link.health();
  int damaged = 0;
  const auto network = [&](Frames frames) {
    Frames out;
    for (auto frame : frames) {
      if (frame.size() == FF_STATUS_FRAME_SIZE) {
        auto cut = frame;
        cut.resize(50);
        out.push_back(cut);
        ++damaged;
      }
      out.push_back(frame);
    }
    return out;
  };
  for (int i = 0; i < 500; ++i) bench.step(network);
  bench.step();
  bench.step();
  const LinkHealth after = bench.link.health();
  EXPECT_GT(damaged, 400);
  EXPECT_EQ(after.rejects.check - before.rejects.check, static_cast<std::uint64_t>(damaged));
  EXPECT_EQ(after.lost, before.lost);
}

TEST(UdpLink, SaysWhenNobodyListensAndRecoversWhenSomebodyDoes) {
  Bench bench;
  const UdpAddress address = bench.socket.local_address();
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  EXPECT_FALSE(bench.link.health().refused);
  bench.socket = UdpSocket::listen(resolve_udp_address("127.0.0.1:0"));
  ASSERT_TRUE(bench.step_until([&] { return bench.link.health().refused; }));
  for (int i = 0; i < 2500; ++i) bench.step();  // long enough to choose its way anew
  bench.socket = UdpSocket::listen(address);
  bench.feedback.reset();
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  EXPECT_FALSE(bench.link.health().refused);
  EXPECT_EQ(bench.link.health().reconnects, 1u);
}

}  // namespace
}  // namespace freefloat
