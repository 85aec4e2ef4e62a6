#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "fault_run.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

constexpr double kTimeToLive = 0.060;  // s, of the modern testbed
constexpr double kStop = 0.040;        // s, of the servo board
constexpr double kWire = 0.002;        // s: a valid command may still be on its way

/// Instants all over the capture: on the way from rest to full speed, at full speed, braking.
std::vector<double> instants() {
  std::vector<double> times;
  for (int i = 0; i < 25; ++i) times.push_back(1.2 + 0.1973 * i);
  return times;
}

FaultRun run_with(const ScheduledFault& fault) {
  FaultRun run({fault});
  run.run();
  return run;
}

class CommandsEnd : public testing::TestWithParam<SimFault> {};

TEST_P(CommandsEnd, StopsTheShaftsWithinTimeToLiveAndFortyMilliseconds) {
  for (const double begin : instants()) {
    const FaultRun run = run_with(from_s(GetParam(), begin));
    EXPECT_FALSE(run.passed()) << begin;
    EXPECT_LE(to_seconds(run.rest()) - begin, kWire + kTimeToLive + kStop) << begin;
  }
}

// A cut one-way wire, an unplugged cable, a wrong baud rate, a board that speaks another version: for the
// board they are the same, no valid command comes.
std::string name_of_link_fault(const testing::TestParamInfo<SimFault>& tested) {
  constexpr std::array kNames{"link_cut", "link_cut_to_board", "link_garbage", "board_version"};
  return kNames.at(tested.index);
}

INSTANTIATE_TEST_SUITE_P(Links, CommandsEnd,
                         testing::Values(SimFault::kLinkCut, SimFault::kLinkCutToBoard,
                                         SimFault::kLinkGarbage, SimFault::kBoardVersion),
                         name_of_link_fault);

TEST(LinkFault, WithoutStatusesThePcStopsTheRobot) {
  // Its own time-out of 100 ms, a cycle of 10 ms, the wire, and the board's stop.
  for (const double begin : instants()) {
    const FaultRun run = run_with(from_s(SimFault::kLinkCutToPc, begin));
    EXPECT_LE(to_seconds(run.rest()) - begin, 0.100 + 0.020 + kWire + kStop) << begin;
    EXPECT_THAT(run.reasons(), HasSubstr("feedback_missing: no byte from the board")) << begin;
  }
}

TEST(LinkFault, CableThatIsPluggedInAgainMovesNothing) {
  ScheduledFault unplugged = from_s(SimFault::kLinkCut, 3.0);
  unplugged.end = at_s(3.5);
  const FaultRun run = run_with(unplugged);
  EXPECT_LE(to_seconds(run.rest()), 3.0 + kTimeToLive + kStop);
  EXPECT_THAT(run.reasons(), HasSubstr("no byte from the board for 0.1"));
}

TEST(LinkFault, NoiseBetweenFramesSpoilsNothing) {
  EXPECT_TRUE(run_with(from_s(SimFault::kLinkNoise, 0.0)).passed());
}

TEST(LinkFault, GarbageIsCalledSo) {
  EXPECT_THAT(run_with(from_s(SimFault::kLinkGarbage, 0.0)).reasons(),
              HasSubstr("bytes come, but none make a frame: check the baud rate"));
  EXPECT_THAT(run_with(from_s(SimFault::kLinkGarbage, 3.0)).reasons(),
              HasSubstr("bytes come from the board, but none make a status"));
}

TEST(LinkFault, BoardThatCannotBeHeardOrHearIsNotArmed) {
  const FaultRun mute = run_with(from_s(SimFault::kLinkCutToPc, 0.0));
  EXPECT_FALSE(mute.was_armed());
  EXPECT_THAT(mute.reasons(), HasSubstr("no byte from the board yet"));
  const FaultRun deaf = run_with(from_s(SimFault::kLinkCutToBoard, 0.0));
  EXPECT_EQ(deaf.fastest_from(Time{}), 0.0);
  EXPECT_THAT(deaf.reasons(), HasSubstr("the board does not hear us"));
}

TEST(LinkFault, BoardOfAnotherProtocolVersionIsNotArmedAndBothVersionsAreNamed) {
  const FaultRun run = run_with(from_s(SimFault::kBoardVersion, 0.0));
  EXPECT_FALSE(run.was_armed());
  EXPECT_EQ(run.fastest_from(Time{}), 0.0);
  EXPECT_THAT(run.reasons(), HasSubstr("the board speaks protocol version 2, this program 1"));
}

/// Somebody plugs the cable into another robot while this one moves.
TEST(LinkFault, BoardThatIsExchangedInMotionStopsAndIsNotDriven) {
  for (const double begin : instants()) {
    const FaultRun run = run_with(from_s(SimFault::kBoardVersion, begin));
    EXPECT_FALSE(run.passed());
    EXPECT_LE(to_seconds(run.rest()) - begin, 0.16) << begin;
    for (const CycleRecord& record : run.records()) {
      if (record.output.now <= at_s(begin + 0.16)) continue;
      EXPECT_FALSE(record.output.command.enable) << begin;
    }
    EXPECT_THAT(run.reasons(), HasSubstr("bytes come from the board, but none make a status")) << begin;
  }
}

TEST(LinkFault, BoardForAnotherNumberOfJointsIsNotArmedAndBothNumbersAreNamed) {
  for (const int count : {1, 3, 6}) {
    const FaultRun run = run_with(from_s(SimFault::kBoardJointCount, 0.0, count));
    EXPECT_FALSE(run.was_armed());
    EXPECT_EQ(run.fastest_from(Time{}), 0.0);
    EXPECT_THAT(run.reasons(), HasSubstr("the board is built for " + std::to_string(count) +
                                         " joints, this configuration has 2"));
  }
}

TEST(LinkFault, RestartedBoardLetsGoAndIsNotDrivenAgain) {
  for (const double begin : instants()) {
    const FaultRun run = run_with(from_s(SimFault::kBoardReset, begin));
    // A board that starts drives nothing: the arm coasts, and friction alone brings it to rest.
    EXPECT_LE(run.fastest_from(at_s(begin + 0.002)), run.fastest_from(at_s(begin)) + 1e-3) << begin;
    EXPECT_LE(to_seconds(run.rest()) - begin, 1.5) << begin;
    for (const CycleRecord& record : run.records()) {
      if (record.output.now > at_s(begin + 0.05) && record.input.joints) {
        EXPECT_EQ(record.input.joints->board_state, BoardState::kOff);
      }
    }
  }
  EXPECT_THAT(run_with(from_s(SimFault::kBoardReset, 3.0)).reasons(),
              HasSubstr("board_off: the servo board has restarted; its drives went off"));
}

}  // namespace
}  // namespace freefloat
