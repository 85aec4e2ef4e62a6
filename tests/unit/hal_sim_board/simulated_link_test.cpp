#include "hal/sim/simulated_link.h"

#include <gtest/gtest.h>

#include "hal/sim/servo_tuning.h"

namespace freefloat {
namespace {

using namespace std::chrono_literals;

DriveParameters make_drive() {
  DriveParameters drive;
  drive.servo_inertia = 0.05;
  return drive;
}

struct Bench {
  std::vector<DriveParameters> drives{make_drive(), make_drive()};
  SimulatedBoard board;
  SimulatedLink link;
  BoardSensors sensors;
  BoardDrives last;
  Time now{};

  explicit Bench(const WireParameters& wire = {}, const std::vector<ScheduledFault>& faults = {})
      : board(tune_servo(drives, std::vector<JointLimits>{{-3.0, 3.0, 1.0}, {-3.0, 3.0, 1.0}})),
        link(wire, faults, 1, board) {
    for (std::size_t i = 0; i < 2; ++i) sensors.pot_counts[i] = sensors.tacho_counts[i] = 2048;
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

}  // namespace
}  // namespace freefloat
