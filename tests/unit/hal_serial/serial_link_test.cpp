#include "hal/serial/serial_link.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "hal/monotonic_clock.h"
#include "support/pseudo_terminal.h"
#include "support/wire_board.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;

constexpr int kLongWait = 20000;  // steps, for what must come

JointCommand make_command() {
  JointCommand command;
  command.rates = JointVector::Constant(2, 0.1);
  command.time_to_live = 60ms;
  return command;
}

/// A link, the wire and the board behind it. Time goes on by 1 ms a step, however long that takes.
struct Bench {
  explicit Bench(const std::optional<LinkKey>& key = {}, const std::optional<LinkKey>& board_key = {})
      : terminal(std::make_unique<PseudoTerminal>()), board(2, board_key) {
    plug();
    link.emplace(SerialLinkConfig{.port = {path(), 921600}, .joint_count = 2, .key = key});
  }

  std::string path() const { return (folder.path() / "board").string(); }

  /// The port's name stays, like those in /dev/serial/by-id.
  void plug() { std::filesystem::create_symlink(terminal->path(), path()); }
  void unplug() {
    std::filesystem::remove(path());
    terminal->unplug();
  }

  /// The link sends and polls; the board takes what was written, ticks, and answers.
  void step() {
    now += 1ms;
    link->send(make_command(), now);
    if (const auto newest = link->poll(now)) feedback = newest;
    board.receive(terminal->read());
    for (const auto& frame : board.tick()) terminal->write(frame);
  }

  template <class Condition>
  bool step_until(Condition condition) {
    for (int i = 0; i < kLongWait; ++i) {
      if (condition()) return true;
      step();
      if (!link->health().connected) std::this_thread::sleep_for(1ms);
    }
    return false;
  }

  bool is_obeyed() const { return feedback && feedback->accepted_sequence > 0; }

  TestFolder folder;
  std::unique_ptr<PseudoTerminal> terminal;
  WireBoard board;
  std::optional<SerialLink> link;
  std::optional<JointFeedback> feedback;
  Time now{};
};

TEST(SerialLink, CommandsReachTheBoardAndItsStatusComesBack) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  EXPECT_EQ(bench.feedback->angles.size(), 2);
  EXPECT_EQ(bench.link->health().rejected, 0u);
  EXPECT_EQ(bench.link->health().lost, 0u);
  EXPECT_EQ(ff_sum_rejects(&bench.board.state().parser.rejects), 0u);
}

TEST(SerialLink, AsksTheBoardWhoItIs) {
  Bench bench;
  EXPECT_FALSE(bench.link->identity());
  ASSERT_TRUE(bench.step_until([&] { return bench.link->identity().has_value(); }));
  const BoardIdentity board = *bench.link->identity();
  EXPECT_EQ(board.board_name(), "test board");
  EXPECT_EQ(board.firmware_id(), "0123456789abcdef");
  EXPECT_EQ(board.joint_count, 2);
  EXPECT_EQ(board.protocol_version, FF_PROTOCOL_VERSION);
  EXPECT_EQ(board.definition_hash, FF_PROTOCOL_HASH);
  EXPECT_EQ(board.parameters_hash, ff_hash_servo_parameters(&bench.board.parameters()));
  EXPECT_EQ(board.tick, 1ms);
  EXPECT_NEAR(board.limits[0].max_rate, 1.5, 1e-6);
  EXPECT_NEAR(board.limits[1].min_angle, -3.0, 1e-6);
}

TEST(SerialLink, ABoardThatRestartedIsAskedAgain) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.link->identity().has_value() && bench.is_obeyed(); }));
  bench.board.restart(7, FF_RESET_WATCHDOG);
  ASSERT_TRUE(bench.step_until([&] { return bench.link->identity()->session == 7; }));
  EXPECT_EQ(bench.link->identity()->reset_cause, ResetCause::kWatchdog);
  ASSERT_TRUE(bench.step_until([&] { return bench.link->health().board_restarts == 1; }));
}

TEST(SerialLink, WithTheSameKeyOnBothSidesTheBoardObeys) {
  Bench bench(make_key(1), make_key(1));
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  EXPECT_TRUE(bench.link->health().secured);
  bench.board.restart(2);
  ASSERT_TRUE(bench.step_until([&] { return bench.link->identity()->session == 2; }));
  bench.feedback.reset();
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); })) << "a session of its own after a restart";
}

TEST(SerialLink, AnotherKeyOrNoneIsNotObeyed) {
  const std::pair<std::optional<LinkKey>, std::optional<LinkKey>> pairs[] = {
      {make_key(1), make_key(2)}, {std::nullopt, make_key(2)}, {make_key(1), std::nullopt}};
  for (const auto& [key, board_key] : pairs) {
    Bench bench(key, board_key);
    for (int i = 0; i < 2000; ++i) bench.step();
    EXPECT_FALSE(bench.feedback);
    EXPECT_EQ(bench.board.state().accepted_sequence, 0u);
    EXPECT_FALSE(bench.link->identity());
    EXPECT_GT(bench.link->health().rejects.tag, 0u);
  }
}

TEST(SerialLink, ComesBackAfterUnpluggingWithoutHalfFrames) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed() && bench.link->identity(); }));
  bench.unplug();
  ASSERT_TRUE(bench.step_until([&] { return !bench.link->health().connected; }));
  const std::uint64_t unsent = bench.link->health().unsent;
  for (int i = 0; i < 10; ++i) bench.step();
  EXPECT_EQ(bench.link->health().unsent, unsent + 10);
  EXPECT_EQ(bench.link->health().dropped, 0u);

  bench.terminal = std::make_unique<PseudoTerminal>();
  bench.plug();
  bench.board.restart(5);
  ASSERT_TRUE(bench.step_until([&] { return bench.link->health().connected; }));
  EXPECT_EQ(bench.link->health().reconnects, 1u);
  bench.feedback.reset();
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed() && bench.link->identity(); }));
  EXPECT_EQ(bench.link->identity()->session, 5u);
  EXPECT_EQ(ff_sum_rejects(&bench.board.state().parser.rejects), 0u);
}

TEST(SerialLink, TheRestOfAFrameDoesNotGoToTheNextPort) {
  Bench bench;
  while (bench.link->health().dropped < 10) bench.link->send(make_command(), bench.now += 1ms);
  bench.unplug();
  ASSERT_TRUE(bench.step_until([&] { return !bench.link->health().connected; }));
  bench.terminal = std::make_unique<PseudoTerminal>();
  bench.plug();
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  EXPECT_EQ(ff_sum_rejects(&bench.board.state().parser.rejects), 0u);
}

TEST(SerialLink, EndsWhileUnplugged) {
  Bench bench;
  bench.unplug();
  ASSERT_TRUE(bench.step_until([&] { return !bench.link->health().connected; }));
  bench.link.reset();
}

// The other end reads nothing until the driver is full, then everything: only whole frames may have come
// through, the newest ones dropped.
TEST(SerialLink, AFullLineDropsWholeFrames) {
  Bench bench;
  while (bench.link->health().dropped < 100) bench.link->send(make_command(), bench.now += 1ms);
  const std::uint64_t sent = bench.link->health().sent;
  ff_parser parser;
  ff_start_parser(&parser, FF_ACCEPT_COMMANDS | FF_ACCEPT_QUERIES);
  std::uint64_t found = 0;
  std::uint32_t newest = 0;
  for (int i = 0; i < kLongWait && newest < sent + 100; ++i) {
    for (const std::uint8_t byte : bench.terminal->read(i == 0 ? 10000 : 0)) {
      if (!ff_parse_byte(&parser, byte)) continue;
      ff_header header;
      ff_read_header(parser.bytes, &header);
      if (header.type != FF_FRAME_COMMAND) continue;
      EXPECT_GT(header.sequence, newest);
      newest = header.sequence;
      ++found;
    }
    bench.link->send(make_command(), bench.now += 1ms);
    bench.link->poll(bench.now);
  }
  EXPECT_GE(newest, sent + 100);
  EXPECT_EQ(ff_sum_rejects(&parser.rejects), 0u);
  EXPECT_LE(found, bench.link->health().sent - bench.link->health().dropped);
}

// Between two cycles of a loop: the clock is the machine's, the answer is there already.
TEST(SerialLink, ListeningTakesTheAnswerWhenItComes) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  MonotonicClock clock;
  bench.link->poll(bench.now);
  bench.link->send(make_command(), bench.now);
  bench.board.receive(bench.terminal->read(10000));
  for (const auto& frame : bench.board.tick()) bench.terminal->write(frame);
  const std::uint64_t received = bench.link->health().received;
  bench.link->listen(clock, clock.now() + 60s);
  EXPECT_EQ(bench.link->health().received, received + 1);
  EXPECT_TRUE(bench.link->poll(bench.now).has_value()) << "kept for the loop";
}

TEST(SerialLink, ListeningEndsInTimeAndWhenThePortIsGone) {
  Bench bench;
  MonotonicClock clock;
  const Time until = clock.now() + 20ms;
  bench.link->listen(clock, until);
  EXPECT_GE(clock.now(), until);
  bench.unplug();
  bench.link->listen(clock, clock.now() + 60s);
  EXPECT_FALSE(bench.link->health().connected);
}

TEST(SerialLink, GarbageBetweenFramesIsCountedAndPassedOver) {
  Bench bench;
  ASSERT_TRUE(bench.step_until([&] { return bench.is_obeyed(); }));
  const std::vector<std::uint8_t> garbage(100, 0x55);
  bench.terminal->write(garbage);
  const std::uint64_t received = bench.link->health().received;
  ASSERT_TRUE(bench.step_until([&] { return bench.link->health().received >= received + 10; }));
  EXPECT_GT(bench.link->health().rejects.garbage, 0u);
  EXPECT_EQ(bench.link->health().lost, 0u);
}

}  // namespace
}  // namespace freefloat
