#include <gtest/gtest.h>

#include <algorithm>

#include "damage.h"
#include "unit/firmware/test_controller.h"

namespace freefloat {
namespace {

constexpr TestKey kKey{0x13, 0x57, 0x9b};

/// Somebody on the air who hears everything and may send anything, but has no key.
struct Attacker {
  Random random{1, "attacker"};
  std::vector<Bytes> heard;

  const Bytes& recorded() { return heard[random.next() % heard.size()]; }

  /// A recorded frame again, or one made from recorded frames.
  Bytes make() {
    Bytes frame = recorded();
    switch (random.next() % 7) {
      case 0:
        return frame;
      case 1:  // a few bits changed, with a right check
        for (std::uint64_t i = 1 + random.next() % 3; i > 0; --i)
          flip(frame, 24 + random.next() % (frame.size() * 8 - 24));
        break;
      case 2:  // raised sequence
        frame[10 + random.next() % 4] = static_cast<std::uint8_t>(random.next());
        break;
      case 3: {  // the tag of another frame
        const Bytes& other = recorded();
        std::copy(other.end() - 12, other.end() - 4, frame.end() - 12);
        break;
      }
      case 4:  // a guessed tag
        for (std::size_t i = 12; i > 4; --i)
          frame[frame.size() - i] = static_cast<std::uint8_t>(random.next());
        break;
      case 5:  // not tagged at all
        frame[4] = frame[5] = 0;
        std::fill(frame.end() - 12, frame.end() - 4, std::uint8_t{0});
        break;
      default:  // payload of another frame of the type
        if (const Bytes& other = recorded(); other.size() == frame.size())
          std::copy(other.begin() + FF_HEADER_SIZE, other.end() - 12, frame.begin() + FF_HEADER_SIZE);
        break;
    }
    // A change that was none makes a replay.
    if (ff_frame_size(frame[2] & 15u) == frame.size()) ff_reseal_frame(frame.data());
    return frame;
  }
};

struct Outcome {
  std::uint32_t sequence;
  std::uint32_t lease;
  std::uint8_t state;
  std::uint8_t flags;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome_of(const TestBoard& board) {
  return {board.board.accepted_sequence, board.board.lease_session, board.board.servo.state,
          board.board.servo.command.flags};
}

// Controllers come and go, the board restarts now and then; between any two of their frames strangers send
// theirs.
TEST(ForgedDatagrams, NoneIsAcceptedAndNoGenuineOneIsLost) {
  Attacker attacker;
  const std::uint64_t count = choose_count(20000, 1000000);
  std::uint64_t tried = 0;
  std::uint64_t accepted = 0;
  std::uint64_t genuine = 0;
  std::uint32_t session = 1;
  std::uint8_t starts = 0;
  while (tried < count) {
    // The start's number is the entropy: it must not repeat while recordings live.
    if (++starts == 0) attacker.heard.clear();
    TestBoard board = make_keyed_board(kKey, starts);
    for (int visits = 0; visits < 4; ++visits) {
      TestController controller(++session, &kKey);
      while (board.board.lease_session != 0 && board.now_us < board.board.accepted_us + FF_LEASE_US)
        board.tick();
      attacker.heard.push_back(controller.query());
      // A stranger's repeated query may stand in the way of ours: controllers ask until they are answered.
      bool known = false;
      for (int i = 0; i < 10 && !known; ++i) known = controller.shake_hands(board);
      ASSERT_TRUE(known);
      for (int i = 0; i < 100; ++i) {
        const Bytes command = controller.command(i % 10 == 9 ? FF_COMMAND_STOP : FF_COMMAND_CLEAR);
        board.receive(command);
        ASSERT_EQ(board.board.accepted_sequence, controller.sequence) << "a genuine command was lost";
        ++genuine;
        attacker.heard.push_back(command);
        const Bytes status = board.tick();
        if (i % 16 == 0) attacker.heard.push_back(status);
        for (int k = 0; k < 5; ++k, ++tried) {
          const Outcome before = outcome_of(board);
          board.receive(attacker.make());
          board.receive(Bytes(FF_MAX_FRAME_SIZE));  // nothing of it stays in the parser
          accepted += !(outcome_of(board) == before);
        }
        board.take_identity();
      }
    }
    if (attacker.heard.size() > 5000)
      attacker.heard.erase(attacker.heard.begin(), attacker.heard.begin() + 2500);
  }
  report("replayed, forged, reordered datagrams with a key", tried, accepted);
  std::printf("  between %llu genuine ones, all accepted\n", static_cast<unsigned long long>(genuine));
  EXPECT_EQ(accepted, 0u);
}

// The controller's own frames in any order: each is accepted at most once, none after a newer one.
TEST(ForgedDatagrams, ReorderedGenuineCommandsAreAcceptedOnlyInRisingOrder) {
  Random random(2, "order");
  std::uint64_t tried = 0;
  std::uint64_t late = 0;
  for (std::uint64_t round = choose_count(20, 200); round > 0; --round) {
    TestBoard board = make_keyed_board(kKey, static_cast<std::uint8_t>(round));
    TestController controller(5, &kKey);
    ASSERT_TRUE(controller.shake_hands(board));
    std::vector<Bytes> commands;
    for (int i = 0; i < 250; ++i) commands.push_back(controller.command());
    for (std::size_t i = 0; i < 500; ++i, ++tried) {
      const std::uint32_t before = board.board.accepted_sequence;
      // Mostly onwards, with lost, repeated and overtaking frames.
      const std::size_t at = std::min(i / 2 + random.next() % 8, commands.size() - 1);
      board.receive(commands[at]);
      late += board.board.accepted_sequence != std::max(before, static_cast<std::uint32_t>(at + 1));
    }
  }
  report("genuine datagrams reordered and repeated", tried, late);
  EXPECT_EQ(late, 0u);
}

}  // namespace
}  // namespace freefloat
