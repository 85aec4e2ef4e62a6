#include "servo/dispatch.h"

#include <gtest/gtest.h>

#include "test_board.h"

namespace freefloat {
namespace {

struct Board : TestBoard {
  Bytes command(std::uint32_t session, std::uint32_t sequence, unsigned flags = 0, std::uint8_t joints = 2,
                std::uint8_t source = FF_SOURCE_CONTROLLER) const {
    ff_command command{};
    command.flags = static_cast<std::uint8_t>(flags);
    command.joint_count = joints;
    command.time_to_live_us = 60000;
    ff_header header{};
    header.source = source;
    header.session = session;
    header.sequence = sequence;
    header.time_us = 1000000u + sequence;
    Bytes frame(FF_COMMAND_FRAME_SIZE);
    ff_encode_command(header, &command, frame.data());
    return frame;
  }
};

TEST(Dispatch, AnswersEveryAcceptedCommandInTheNextTick) {
  Board board;
  board.receive(board.command(5, 1));
  board.now_us += 400;
  const auto status = board.tick_status();
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(status->accepted_sequence, 1u);
  EXPECT_EQ(status->accepted_time_us, 1000001u);
  EXPECT_EQ(status->accepted_age_us, 1400u);
  EXPECT_EQ(status->lease_session, 5u);
  EXPECT_EQ(status->joint_count, 2);
  EXPECT_TRUE(board.tick().empty());
}

TEST(Dispatch, ReportsAtLeastEvery20MsWithoutCommands) {
  Board board;
  int statuses = 0;
  for (int i = 0; i < 1000; ++i) statuses += !board.tick().empty();
  EXPECT_EQ(statuses, 50);
}

TEST(Dispatch, OldAndDuplicatedSequencesAreRefused) {
  Board board;
  board.receive(board.command(5, 10));
  board.receive(board.command(5, 10));
  board.receive(board.command(5, 9));
  EXPECT_EQ(board.board.accepted_sequence, 10u);
  EXPECT_EQ(board.rejected(FF_REJECT_SEQUENCE), 2);
  board.receive(board.command(5, 12));
  EXPECT_EQ(board.board.accepted_sequence, 12u) << "gaps are normal";
}

TEST(Dispatch, WrongSourceSessionOrJointCountIsRefused) {
  Board board;
  board.receive(board.command(5, 1, 0, 2, FF_SOURCE_BOARD));
  EXPECT_EQ(board.rejected(FF_REJECT_SOURCE), 1);
  board.receive(board.command(0, 1));
  EXPECT_EQ(board.rejected(FF_REJECT_SESSION), 1);
  board.receive(board.command(5, 1, 0, 3));
  EXPECT_EQ(board.rejected(FF_REJECT_JOINTS), 1);
  EXPECT_EQ(board.board.accepted_sequence, 0u);
}

TEST(Dispatch, ASecondControllerIsRefusedUntilTheFirstIsSilentForHalfASecond) {
  Board board;
  board.receive(board.command(5, 100));
  for (int i = 0; i < 499; ++i) board.tick();
  board.receive(board.command(6, 1));
  EXPECT_EQ(board.board.lease_session, 5u);
  EXPECT_EQ(board.rejected(FF_REJECT_SESSION), 1);
  board.tick();
  board.receive(board.command(6, 2));
  EXPECT_EQ(board.board.lease_session, 6u);
  EXPECT_EQ(board.board.accepted_sequence, 2u);
}

TEST(Dispatch, AnyoneMayStopButNotTakeTheLease) {
  Board board;
  board.receive(board.command(5, 1));
  board.receive(board.command(6, 1, FF_COMMAND_STOP));
  EXPECT_EQ(board.board.servo.state, FF_STATE_STOP);
  EXPECT_EQ(board.board.lease_session, 5u);
}

TEST(Dispatch, RandomBytesNeverEnergise) {
  Board board;
  Random random(1, "noise");
  for (int i = 0; i < 20000; ++i) {
    Bytes noise(random.next() % 80);
    for (std::uint8_t& byte : noise)
      byte = static_cast<std::uint8_t>(random.next() % 4 == 0 ? std::uint64_t{FF_MAGIC_0} : random.next());
    board.receive(noise);
    board.tick();
    ASSERT_FALSE(board.outputs.energised);
  }
  EXPECT_EQ(board.board.accepted_sequence, 0u);
}

}  // namespace
}  // namespace freefloat
