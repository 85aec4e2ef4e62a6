#include "hal/sim/simulated_link.h"

#include <gtest/gtest.h>

#include "hal/sim/servo_tuning.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;

DriveParameters make_linked_drive() {
  DriveParameters drive;
  drive.servo_inertia = 0.05;
  return drive;
}

struct Bench {
  std::vector<DriveParameters> drives{make_linked_drive(), make_linked_drive()};
  std::vector<ScheduledFault> faults;
  SimulatedBoard board;
  SimulatedLink link;
  BoardSensors sensors;
  BoardDrives last;
  Time now{};

  explicit Bench(const WireParameters& wire = {}, const std::vector<ScheduledFault>& scheduled = {})
      : faults(scheduled),
        board(tune_servo(drives, std::vector<JointLimits>{{-3.0, 3.0, 1.0}, {-3.0, 3.0, 1.0}})),
        link(wire, faults, 1, board, 2, {wire.latency, wire.latency}) {
    for (std::size_t i = 0; i < 2; ++i)
      sensors.pot_counts[i] = sensors.tacho_counts[i] = sensors.current_counts[i] = 2048;
  }

  void step() {
    link.deliver_to_board(now);
    last = board.tick(sensors, now);
    link.collect_from_board(now);
    now += 1ms;
  }

  JointCommand command(double rate, bool enable = true) const {
    JointCommand command;
    command.enable = enable;
    command.rates = JointVector::Constant(2, rate);
    command.time_to_live = 60ms;
    return command;
  }

  // Sends every 10 ms and returns the newest feedback.
  std::optional<JointFeedback> run(Duration duration, const JointCommand& sent) {
    std::optional<JointFeedback> newest;
    for (const Time end = now + duration; now < end;) {
      if (now.time_since_epoch() % 10ms == 0ms) link.send(sent, now);
      step();
      if (auto feedback = link.poll(now)) newest = feedback;
    }
    return newest;
  }
};

TEST(SimulatedLink, CarriesACommandToTheDrivesAndTheStateBack) {
  Bench bench;
  ASSERT_TRUE(bench.run(30ms, bench.command(0.0, false)).has_value());
  const auto enabled = bench.run(50ms, bench.command(0.0));
  ASSERT_TRUE(enabled.has_value());
  EXPECT_EQ(enabled->board_state, BoardState::kEnabled);
  const auto running = bench.run(50ms, bench.command(0.5));
  ASSERT_TRUE(running.has_value());
  EXPECT_EQ(running->board_state, BoardState::kRun);
  EXPECT_TRUE(bench.last.energised);
  EXPECT_GT(bench.last.duties[0], 0.0);
}

TEST(SimulatedLink, SampleTimeIsTheTickThatReadTheSensors) {
  WireParameters wire;
  wire.latency = from_seconds(0.0023);
  Bench bench(wire);
  bench.run(30ms, bench.command(0.0, false));
  bench.link.send(bench.command(0.0, false), bench.now);
  const Time sent = bench.now;
  for (int i = 0; i < 6; ++i) bench.step();
  const auto feedback = bench.link.poll(bench.now);
  ASSERT_TRUE(feedback.has_value());
  // Arrives 2.3 ms later, is sampled at the tick of 3 ms, and comes back at 5.3 ms.
  EXPECT_EQ(feedback->sample_time, sent + 3ms);
  EXPECT_NEAR(to_seconds(bench.link.health().round_trip), 0.0046, 1e-6);
}

TEST(SimulatedLink, CutLinkEndsInTimeoutAndStaysSoWhenItReturns) {
  Bench bench({}, {{SimFault::kLinkCut, Time{200ms}, Time{400ms}, 0, 0.0}});
  bench.run(50ms, bench.command(0.0, false));
  bench.run(150ms, bench.command(0.0));
  EXPECT_FALSE(bench.run(200ms, bench.command(0.0)).has_value());
  const auto after = bench.run(100ms, bench.command(0.0));
  ASSERT_TRUE(after.has_value());
  EXPECT_EQ(after->board_state, BoardState::kTimeout);
  JointCommand clear = bench.command(0.0, false);
  clear.clear = true;
  EXPECT_EQ(bench.run(300ms, clear)->board_state, BoardState::kOff);
  EXPECT_EQ(bench.run(50ms, bench.command(0.0))->board_state, BoardState::kEnabled);
}

TEST(SimulatedLink, ResetBoardComesBackOffAndStaysOffUnderTheStream) {
  Bench bench;
  bench.run(50ms, bench.command(0.0, false));
  EXPECT_EQ(bench.run(50ms, bench.command(0.0))->board_state, BoardState::kEnabled);
  bench.board.reset();
  EXPECT_EQ(bench.run(100ms, bench.command(0.0))->board_state, BoardState::kOff);
}

TEST(SimulatedLink, SurvivesLossAndCorruption) {
  WireParameters wire;
  wire.loss = 0.05;
  wire.corruption = 0.1;
  Bench bench(wire);
  bench.run(100ms, bench.command(0.0, false));
  const auto feedback = bench.run(20s, bench.command(0.0));
  ASSERT_TRUE(feedback.has_value());
  EXPECT_EQ(feedback->board_state, BoardState::kEnabled);
  EXPECT_GT(feedback->rejected_frames, 100u);
  EXPECT_GT(bench.link.health().rejected, 100u);
  EXPECT_NEAR(static_cast<double>(bench.link.health().received), 2000 * 0.86 * 0.86, 250.0);
}

ScheduledFault link_failing(SimFault way, FaultMode mode, Duration delay = 100ms) {
  ScheduledFault fault;
  fault.fault = way;
  fault.mode = mode;
  fault.begin = Time{} + 500ms;
  fault.end = Time{} + 2500ms;
  fault.delay = delay;
  return fault;
}

/// @return The board's state 0.5 s after the fault's begin.
BoardState state_with(const ScheduledFault& fault, RejectCounts* rejects = nullptr) {
  Bench bench({}, {fault});
  bench.run(100ms, bench.command(0.0, false));
  bench.run(400ms, bench.command(0.0));
  bench.run(500ms, bench.command(0.0));
  // What the board counted is read when its statuses come again.
  const BoardState state = bench.last.energised ? BoardState::kEnabled : BoardState::kTimeout;
  bench.run(2500ms, bench.command(0.0));
  if (rejects != nullptr) *rejects = bench.link.health().board_rejects;
  return state;
}

TEST(SimulatedLink, FramesThatComeTwiceOrLateDoNoHarm) {
  RejectCounts rejects;
  EXPECT_EQ(state_with(link_failing(SimFault::kLink, FaultMode::kDuplicated), &rejects),
            BoardState::kEnabled);
  EXPECT_GE(rejects.sequence, 190u);
  EXPECT_EQ(state_with(link_failing(SimFault::kLinkToBoard, FaultMode::kDelayed, 30ms)),
            BoardState::kEnabled);
}

TEST(SimulatedLink, FramesThatStickAreRareOrDamagedEndInATimeOut) {
  RejectCounts rejects;
  EXPECT_EQ(state_with(link_failing(SimFault::kLinkToBoard, FaultMode::kStuck), &rejects),
            BoardState::kTimeout);
  EXPECT_GE(rejects.sequence, 190u);
  EXPECT_EQ(state_with(link_failing(SimFault::kLinkToBoard, FaultMode::kWrong), &rejects),
            BoardState::kTimeout);
  EXPECT_GE(rejects.sum(), 190u);
  for (const FaultMode mode :
       {FaultMode::kOff, FaultMode::kGarbage, FaultMode::kSlow, FaultMode::kIntermittent})
    EXPECT_EQ(state_with(link_failing(SimFault::kLink, mode)), BoardState::kTimeout)
        << static_cast<int>(mode);
  // The other way is not concerned.
  EXPECT_EQ(state_with(link_failing(SimFault::kLinkToPc, FaultMode::kOff)), BoardState::kEnabled);
}

TEST(SimulatedLink, SameSeedGivesTheSameRun) {
  WireParameters wire;
  wire.loss = 0.1;
  wire.corruption = 0.1;
  Bench a(wire);
  Bench b(wire);
  for (int i = 0; i < 100; ++i) {
    const auto x = a.run(20ms, a.command(0.0, i < 3 ? false : true));
    const auto y = b.run(20ms, b.command(0.0, i < 3 ? false : true));
    ASSERT_EQ(x.has_value(), y.has_value());
    if (x) {
      EXPECT_EQ(x->sample_time, y->sample_time);
    }
  }
  EXPECT_EQ(a.link.health().rejected, b.link.health().rejected);
}

}  // namespace
}  // namespace freefloat
