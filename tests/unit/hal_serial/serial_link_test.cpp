#include "hal/serial/serial_link.h"

#include <gtest/gtest.h>

#include "support/pseudo_terminal.h"
#include "support/wire_board.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;

constexpr int kLongWait = 20000;  // ms, for what must come

JointCommand make_command() {
  JointCommand command;
  command.rates = JointVector::Constant(2, 0.1);
  command.time_to_live = 60ms;
  return command;
}

/// A link, the wire and the board behind it. Time goes on by 1 ms a step.
struct Bench {
  explicit Bench(const std::optional<LinkKey>& key = {}, const std::optional<LinkKey>& board_key = {})
      : board(2, board_key ? board_key : key),
        link({.port = {terminal.path(), 921600}, .joint_count = 2, .key = key}) {}

  /// The board takes what the link has written, ticks, and answers.
  void step() {
    now += 1ms;
    board.receive(terminal.read());
    for (const auto& frame : board.tick()) ASSERT_EQ(terminal.write(frame), frame.size());
  }

  PseudoTerminal terminal;
  WireBoard board;
  SerialLink link;
  Time now{};
};

TEST(SerialLink, CommandsReachTheBoardAndItsStatusComesBack) {
  Bench bench;
  std::optional<JointFeedback> feedback;
  for (int i = 0; i < kLongWait && !(feedback && feedback->accepted_sequence > 0); ++i) {
    bench.link.send(make_command(), bench.now);
    bench.step();
    bench.link.wait(10ms);
    if (const auto newest = bench.link.poll(bench.now)) feedback = newest;
  }
  ASSERT_TRUE(feedback && feedback->accepted_sequence > 0);
  EXPECT_EQ(feedback->angles.size(), 2);
  EXPECT_EQ(bench.link.health().rejected, 0u);
  EXPECT_EQ(ff_sum_rejects(&bench.board.state().parser.rejects), 0u);
}

}  // namespace
}  // namespace freefloat
