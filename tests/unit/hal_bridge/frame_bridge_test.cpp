#include "hal/bridge/frame_bridge.h"

#include <gtest/gtest.h>

#include <memory>

#include "hal/udp/udp_link.h"
#include "support/pseudo_terminal.h"
#include "support/wire_board.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;

constexpr int kLongWait = 20000;  // steps, for what must come

const UdpAddress kAnyPort = resolve_udp_address("127.0.0.1:0");

JointCommand make_command() {
  JointCommand command;
  command.rates = JointVector::Constant(2, 0.1);
  command.time_to_live = 60ms;
  return command;
}

/// Controller, network, bridge, wire and board. Time goes on by 1 ms a step, however long that takes.
struct Bench {
  explicit Bench(const std::optional<LinkKey>& key = {})
      : terminal(std::make_unique<PseudoTerminal>()), board(2, key) {
    plug();
    bridge.emplace(SerialPortConfig{path(), 921600}, kAnyPort, !key);
    link.emplace(UdpLinkConfig{.address = to_string(bridge->local_address()), .joint_count = 2, .key = key});
  }

  std::string path() const { return (folder.path() / "board").string(); }
  void plug() { std::filesystem::create_symlink(terminal->path(), path()); }

  void step() {
    now += 1ms;
    link->send(make_command(), now);
    if (const auto newest = link->poll(now)) feedback = newest;
    bridge->step(1ms);
    board.receive(terminal->read());
    for (const auto& frame : board.tick()) terminal->write(frame);
    bridge->step(1ms);
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

  TestFolder folder;
  std::unique_ptr<PseudoTerminal> terminal;
  WireBoard board;
  std::optional<FrameBridge> bridge;
  std::optional<UdpLink> link;
  std::optional<JointFeedback> feedback;
  Time now{};
};

TEST(FrameBridge, CarriesFramesBothWaysAndKeysThroughIt) {
  LinkKey key{};
  key[3] = 8;
  for (const auto& used : {std::optional<LinkKey>{}, std::optional(key)}) {
    Bench bench(used);
    ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed() && bench.link->identity(); }));
    EXPECT_EQ(bench.link->health().rejected, 0u);
    EXPECT_EQ(ff_sum_rejects(&bench.board.state().parser.rejects), 0u);
  }
}

TEST(FrameBridge, PutsNothingOnTheWireThatIsNotOneWholeFrame) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  const std::uint64_t before = bench.bridge->counts().refused;
  UdpSocket stranger = UdpSocket::connect(bench.bridge->local_address());
  stranger.send(std::vector<std::uint8_t>(300, 0xf5));
  stranger.send(std::vector<std::uint8_t>(10, 0x0f));
  stranger.send({});
  ASSERT_TRUE(bench.step_until([&] { return bench.bridge->counts().refused == before + 3; }));
  EXPECT_EQ(ff_sum_rejects(&bench.board.state().parser.rejects), 0u);
}

/// What a controller without a key says to energise a board: anybody on the network may have heard it.
std::vector<std::vector<std::uint8_t>> record_session() {
  JointCodec codec({.joint_count = 2, .session = 77});
  JointCommand command = make_command();
  std::vector<std::vector<std::uint8_t>> frames;
  for (int i = 0; i < 40; ++i) {
    command.enable = i >= 20;
    const auto frame = codec.encode(command, Time{std::chrono::milliseconds(i)});
    frames.emplace_back(frame.begin(), frame.end());
  }
  return frames;
}

/// A board behind a bridge, to which somebody else plays a recorded session again.
/// @return Whether its drives were energised.
bool is_energised_by_recording(const std::optional<LinkKey>& key, bool insecure) {
  PseudoTerminal terminal;
  WireBoard board(2, key);
  FrameBridge bridge({terminal.path(), 921600}, kAnyPort, insecure);
  UdpSocket stranger = UdpSocket::connect(bridge.local_address());
  std::uint64_t played = 0;
  bool energised = false;
  for (const auto& frame : record_session()) {
    stranger.send(frame);
    ++played;
    const auto is_through = [&] {
      const BridgeCounts& counts = bridge.counts();
      return counts.to_board + counts.refused + counts.insecure + counts.dropped == played;
    };
    const std::uint64_t carried = bridge.counts().to_board;
    for (int i = 0; i < kLongWait && !is_through(); ++i) bridge.step(1ms);
    if (bridge.counts().to_board > carried) board.receive(terminal.read(10000));
    board.tick();
    energised = energised || board.state().servo.energised;
  }
  EXPECT_EQ(insecure ? bridge.counts().to_board : bridge.counts().insecure, played);
  return energised;
}

TEST(FrameBridge, ARecordedSessionMovesNothingUnlessNobodyAsksForAKey) {
  LinkKey key{};
  key[3] = 8;
  EXPECT_TRUE(is_energised_by_recording({}, true)) << "what `insecure` means";
  EXPECT_FALSE(is_energised_by_recording({}, false)) << "the bridge refuses it for a board without a key";
  EXPECT_FALSE(is_energised_by_recording(key, true)) << "a board with a key refuses it";
  EXPECT_FALSE(is_energised_by_recording(key, false));
}

TEST(FrameBridge, TwoListenersBothHearTheBoard) {
  Bench bench;
  UdpLink second({.address = to_string(bench.bridge->local_address()), .joint_count = 2});
  ASSERT_TRUE(bench.step_until([&] {
    second.poll(bench.now);
    return bench.is_obeyed() && second.health().received > 10;
  }));
}

TEST(FrameBridge, GoesOnWhenThePortComesBack) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  std::filesystem::remove(bench.path());
  bench.terminal->unplug();
  for (int i = 0; i < kLongWait && bench.bridge->is_plugged(); ++i) bench.bridge->step(1ms);
  ASSERT_FALSE(bench.bridge->is_plugged());
  bench.terminal = std::make_unique<PseudoTerminal>();
  bench.plug();
  bench.board.restart(6);
  bench.feedback.reset();
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed() && bench.link->identity()->session == 6; }));
  EXPECT_EQ(bench.bridge->counts().reconnects, 1u);
}

}  // namespace
}  // namespace freefloat
