#include <gtest/gtest.h>

#include "servo/servo.h"
#include "testbed_cases.h"

namespace freefloat {
namespace {

ScheduledFault fault_of(SimFault kind, int begin_ms, int end_ms, int index = 0, double magnitude = 0.0) {
  return {kind, at_ms(begin_ms), at_ms(end_ms), index, magnitude};
}

/// Frames with their capture times, one cycle after the other.
std::vector<MarkerFrame> frames_of(SimTestbed& testbed, int cycles) {
  std::vector<MarkerFrame> frames;
  drive(testbed, 0, cycles, turn_joints(0.0), [&](const auto&) {
    MarkerFrame frame;
    while (testbed.read(frame) == ReadStatus::kFrame) frames.push_back(frame);
  });
  return frames;
}

bool during(Time time, int begin_ms, int end_ms) {
  return time >= at_ms(begin_ms) && time < at_ms(end_ms);
}

TEST(SimTestbedFault, DroppedFramesAreMissingAndComeAgain) {
  TestbedCase test;
  test.config.faults = {fault_of(SimFault::kFramesDropped, 205, 405)};
  SimTestbed testbed = test.make();
  int inside = 0;
  int after = 0;
  for (const MarkerFrame& frame : frames_of(testbed, 60)) {
    inside += during(frame.capture_time, 210, 405) ? 1 : 0;
    after += frame.capture_time >= at_ms(410) ? 1 : 0;
  }
  EXPECT_EQ(inside, 0);
  EXPECT_EQ(after, 19);
}

TEST(SimTestbedFault, HiddenLedIsNotSeenWhileTheOthersAre) {
  TestbedCase test;
  test.config.faults = {fault_of(SimFault::kMarkerHidden, 205, 405, 3)};
  SimTestbed testbed = test.make();
  for (const MarkerFrame& frame : frames_of(testbed, 60)) {
    EXPECT_EQ(frame.markers[3].seen, !during(frame.capture_time, 204, 404));
    EXPECT_EQ(frame.blob_count, during(frame.capture_time, 204, 404) ? 4 : 5);
    for (const std::size_t other : {0u, 1u, 2u, 4u}) EXPECT_TRUE(frame.markers[other].seen);
  }
}

TEST(SimTestbedFault, GlareAddsABrightSpotToThePicture) {
  TestbedCase test;
  test.config.imaging.render = true;
  test.config.faults = {fault_of(SimFault::kGlare, 100, 200)};
  SimTestbed testbed = test.make();
  const auto bright_pixels = [&](int ms) {
    CameraPicture frame;
    testbed.sleep_until(at_ms(ms));
    int newest = 0;
    while (testbed.read(frame) == ReadStatus::kFrame) {
      newest = 0;
      for (int v = 0; v < frame.image.height; ++v) {
        for (int u = 0; u < frame.image.width; ++u)
          newest += frame.image.pixels[v * frame.image.stride + u] > 100;
      }
    }
    return newest;
  };
  const int before = bright_pixels(90);
  const int with = bright_pixels(150);
  const int after = bright_pixels(250);
  EXPECT_GT(before, 0);
  EXPECT_GT(with, before);
  EXPECT_NEAR(after, before, 3);
}

TEST(SimTestbedFault, CutLinkPassesNothingEitherWayAndStopsTheJointsInTime) {
  TestbedCase test;
  test.config.faults = {fault_of(SimFault::kLinkCut, 1000, 2000)};
  SimTestbed testbed = test.make();
  drive(testbed, 0, 100, turn_joints(0.5), [](const auto&) {});
  EXPECT_NEAR(testbed.truth().robot.joint_rates[0], 0.5, 0.03);
  int received = 0;
  drive(testbed, 100, 6, turn_joints(0.5), [&](const auto& feedback) { received += feedback ? 1 : 0; });
  EXPECT_LE(received, 1);  // one may have been on its way
  // Time-to-live 60 ms after the last command that arrived, then at most 40 ms; 2 ms on the wire.
  drive(testbed, 106, 5, turn_joints(0.5), [&](const auto& feedback) { EXPECT_FALSE(feedback); });
  EXPECT_LT(testbed.truth().robot.joint_rates.cwiseAbs().maxCoeff(), 0.02);
  BoardState state = BoardState::kOff;
  drive(testbed, 111, 200, turn_joints(0.5), [&](const auto& feedback) {
    if (feedback) state = feedback->board_state;
  });
  EXPECT_EQ(state, BoardState::kTimeout);  // latched: the link's return alone moves nothing
  EXPECT_LT(testbed.truth().robot.joint_rates.cwiseAbs().maxCoeff(), 0.02);
}

TEST(SimTestbedFault, StuckSensorsAreNoticedByTheBoard) {
  for (const SimFault kind : {SimFault::kTachoStuck, SimFault::kPotStuck}) {
    TestbedCase test;
    test.config.faults = {fault_of(kind, 1000, 3000, 1)};
    SimTestbed testbed = test.make();
    JointCommand command = turn_joints(0.5);
    BoardState state = BoardState::kOff;
    const auto look = [&](const auto& feedback) {
      if (feedback) state = feedback->board_state;
    };
    drive(testbed, 0, 100, command, look);
    EXPECT_EQ(state, BoardState::kRun);
    command.rates *=
        -1.0;  // a stuck tachogenerator still shows the old rate, a stuck potentiometer the old angle
    drive(testbed, 100, 100, command, look);
    EXPECT_EQ(state, BoardState::kFault);
    EXPECT_LT(testbed.truth().robot.joint_rates.cwiseAbs().maxCoeff(), 0.05);
  }
}

TEST(SimTestbedFault, ResetBoardStartsSwitchedOffOnce) {
  TestbedCase test;
  test.config.faults = {fault_of(SimFault::kBoardReset, 1000, 1000)};
  SimTestbed testbed = test.make();
  drive(testbed, 0, 100, turn_joints(0.5), [](const auto&) {});
  JointCommand rest = turn_joints(0.0);
  rest.enable = false;
  std::vector<BoardState> states;
  drive(testbed, 100, 50, rest, [&](const auto& feedback) {
    if (feedback) states.push_back(feedback->board_state);
  });
  EXPECT_EQ(states.back(), BoardState::kOff);
  BoardState state = BoardState::kOff;
  drive(testbed, 150, 50, turn_joints(0.3), [&](const auto& feedback) {
    if (feedback) state = feedback->board_state;
  });
  EXPECT_EQ(state, BoardState::kRun);  // it can be started again
}

TEST(SimTestbedFault, PushGivesTheImpulseItNames) {
  TestbedCase test;
  test.config.faults = {fault_of(SimFault::kPush, 500, 700, 0, 0.5)};
  SimTestbed testbed = test.make();
  testbed.sleep_until(at_ms(500));
  EXPECT_EQ(testbed.truth().linear_momentum.norm(), 0.0);
  testbed.sleep_until(at_ms(600));
  EXPECT_NEAR(testbed.truth().linear_momentum.x(), 0.05, 1e-12);
  testbed.sleep_until(at_ms(1000));
  EXPECT_NEAR(testbed.truth().linear_momentum.x(), 0.1, 1e-12);
  EXPECT_EQ(testbed.truth().linear_momentum.y(), 0.0);
}

TEST(SimTestbedFault, ScheduleLeavesEverythingElseAsItWas) {
  // A fault draws no random numbers of others: before it begins, the run is the same.
  TestbedCase test;
  test.config.imaging.marker_noise = 0.05;
  const auto frames_with = [&](std::vector<ScheduledFault> faults) {
    test.config.faults = std::move(faults);
    SimTestbed testbed = test.make();
    return frames_of(testbed, 40);
  };
  const auto plain = frames_with({});
  const auto with =
      frames_with({fault_of(SimFault::kFramesDropped, 300, 400), fault_of(SimFault::kGlare, 300, 400)});
  for (std::size_t i = 0; i < with.size() && with[i].capture_time < at_ms(300); ++i)
    EXPECT_EQ(plain[i].markers[2].p_WM, with[i].markers[2].p_WM);
}

}  // namespace
}  // namespace freefloat
