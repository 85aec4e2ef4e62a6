#include "runtime/control_loop.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/load/load_experiment.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"
#include "unit/runlog/record_bytes.h"

namespace freefloat {
namespace {

constexpr Duration kLoopPeriod = std::chrono::milliseconds(10);

/// A clock that only moves when somebody sleeps or works; wakes 100 us late.
class FakeClock final : public Clock {
 public:
  Time now() override { return now_; }
  void sleep_until(Time deadline) override {
    if (deadline > now_) now_ = deadline + std::chrono::microseconds(100);
    deadlines.push_back(deadline);
  }
  void work(Duration duration) { now_ += duration; }

  std::vector<Time> deadlines;

 private:
  Time now_{};
};

/// A board that never answers; sending takes the time that the test plans for that cycle.
class FakeLink final : public JointLink {
 public:
  explicit FakeLink(FakeClock& clock) : clock_(clock) {}
  void send(const JointCommand& command, Time) override {
    const std::size_t cycle = health_.sent++;
    clock_.work(cycle == slow_cycle ? slow : std::chrono::microseconds(500));
    commands.push_back(command);
    if (cycle == stop_at) stop = true;
  }
  std::optional<JointFeedback> poll(Time) override { return std::nullopt; }
  LinkHealth health() const override { return health_; }

  std::size_t slow_cycle = 1'000'000;
  Duration slow{};
  std::size_t stop_at = 1'000'000;
  std::atomic<bool> stop{false};
  std::vector<JointCommand> commands;

 private:
  FakeClock& clock_;
  LinkHealth health_;
};

class SilentSensor final : public MarkerSensor {
 public:
  ReadStatus read(MarkerFrame&) override { return ReadStatus::kNone; }
};

class ControlLoopTest : public testing::Test {
 protected:
  std::uint64_t run(double seconds) {
    RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
    Hal hal;
    hal.clock = &clock_;
    hal.link = &link_;
    hal.marker_sensor = &sensor_;
    hal.lockstep = true;
    hal.marker_path_health = path_health_;
    if (target_path_health_) hal.target_sensor = &sensor_;
    hal.target_path_health = target_path_health_;
    MarkerInput markers(hal, nullptr);
    Controller controller(config.controller);
    Experiment experiment;
    Phase settle;
    settle.duration = from_seconds(seconds);
    experiment.phases = {settle};
    PhaseRunner phases(experiment);
    RunFeed feed;
    feed.add({.on_cycle = [&](const CycleRecord& record) {
      records_.push_back(record);
      if (!leftovers_.empty()) feed.place_for_cycle() = leftovers_[records_.size() % leftovers_.size()];
    }});
    feed.add({.on_marker_path = [&](const MarkerPathRecord& record) { paths_.push_back(record); }});
    if (!leftovers_.empty()) feed.place_for_cycle() = leftovers_[0];
    OperatorDesk desk;
    LoopOperator op(desk, phases);
    const std::uint64_t overruns = run_control_loop({hal, markers, controller, op, feed, kLoopPeriod},
                                                    clock_.now() + kLoopPeriod, link_.stop);
    interrupted_ = phases.results()[0].verdict == Verdict::kInterrupted;
    return overruns;
  }

  FakeClock clock_;
  FakeLink link_{clock_};
  SilentSensor sensor_;
  std::vector<CycleRecord> records_;
  std::vector<CycleRecord> leftovers_;  // put into the place of the next cycle
  std::function<MarkerPathHealth()> path_health_, target_path_health_;
  std::vector<MarkerPathRecord> paths_;
  bool interrupted_ = false;
};

TEST_F(ControlLoopTest, TellsOnceASecondHowTheWayFromATrackerIsAndWhatIsWrong) {
  path_health_ = [this] {
    MarkerPathHealth health;
    health.connected = true;
    health.exchanges = 1;
    health.pictures = 9;
    health.late = 4;
    health.newest_picture = Time{std::chrono::seconds(1)};
    return health;
  };
  run(3.0);
  ASSERT_EQ(paths_.size(), 4u) << "and once more at the end of the run";
  EXPECT_EQ(paths_[1].at - paths_[0].at, std::chrono::seconds(1));
  EXPECT_EQ(paths_[2].health.late, 4u);
  EXPECT_EQ(paths_[0].diagnosis.view(), "");
  EXPECT_EQ(paths_[2].diagnosis.view(), "no picture from the tracker since 1.0 s");
}

TEST_F(ControlLoopTest, TellsTheTargetsOwnTrackerApartFromTheRobots) {
  path_health_ = [] { return MarkerPathHealth{.connected = true, .late = 4}; };
  target_path_health_ = [] { return MarkerPathHealth{.connected = true, .late = 7}; };
  run(2.0);
  ASSERT_EQ(paths_.size(), 6u) << "both at the begin, after a second, and at the end";
  for (const MarkerPathRecord& path : paths_) EXPECT_EQ(path.health.late, path.of_targets ? 7u : 4u);
  EXPECT_EQ(std::ranges::count_if(paths_, &MarkerPathRecord::of_targets), 3);
}

TEST_F(ControlLoopTest, WithoutATrackerNothingIsToldOfOne) {
  run(1.5);
  EXPECT_TRUE(paths_.empty());
}

TEST_F(ControlLoopTest, KeepsAbsoluteDeadlines) {
  EXPECT_EQ(run(1.0), 0u);
  ASSERT_GE(records_.size(), 100u);
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const LoopTiming& timing = records_[i].timing;
    EXPECT_EQ(timing.deadline, Time{} + (static_cast<int>(i) + 1) * kLoopPeriod);
    EXPECT_EQ(timing.wake_late, std::chrono::microseconds(100));
    EXPECT_EQ(timing.compute, std::chrono::microseconds(500));
    EXPECT_EQ(timing.slack, std::chrono::microseconds(9400));
    EXPECT_EQ(timing.period, i == 0 ? Duration::zero() : kLoopPeriod);
  }
}

TEST_F(ControlLoopTest, LeavesMissedDeadlinesOutAndCountsTheOverrun) {
  link_.slow_cycle = 20;
  link_.slow = std::chrono::milliseconds(37);
  EXPECT_EQ(run(1.0), 1u);
  // Cycle 20 ran from 210.1 to 247.1 ms: 220, 230 and 240 are left out.
  EXPECT_EQ(records_[20].timing.deadline, Time{} + std::chrono::milliseconds(210));
  EXPECT_EQ(records_[21].timing.deadline, Time{} + std::chrono::milliseconds(250));
  EXPECT_EQ(records_[22].timing.deadline, Time{} + std::chrono::milliseconds(260));
  EXPECT_EQ(records_[20].timing.overrun_count, 1u);
  EXPECT_LT(records_[20].timing.slack, Duration::zero());
  EXPECT_EQ(records_[19].timing.overrun_count, 0u);
  EXPECT_EQ(records_[21].timing.period, std::chrono::milliseconds(40));
}

TEST_F(ControlLoopTest, WorkUpToTheNextDeadlineIsNoOverrun) {
  link_.slow_cycle = 20;
  link_.slow = std::chrono::microseconds(9900);
  EXPECT_EQ(run(1.0), 0u);
}

TEST_F(ControlLoopTest, StopRequestStopsTheRobotAndEndsTheLoop) {
  link_.stop_at = 30;
  run(60.0);
  EXPECT_TRUE(interrupted_);
  ASSERT_EQ(link_.commands.size(), 31u + 31u);  // 300 ms of stop
  EXPECT_FALSE(link_.commands[30].stop);
  for (std::size_t i = 31; i < link_.commands.size(); ++i) {
    EXPECT_TRUE(link_.commands[i].stop);
    EXPECT_FALSE(link_.commands[i].enable);
    EXPECT_EQ(link_.commands[i].rates.norm(), 0.0);
  }
}

TEST_F(ControlLoopTest, RecordsHoldInputAndOutputOfTheSameCycle) {
  run(0.2);
  for (const CycleRecord& record : records_) {
    EXPECT_EQ(record.input.now, record.output.now);
    EXPECT_EQ(record.input.now, record.timing.deadline + record.timing.wake_late);
    EXPECT_FALSE(record.truth);
  }
}

TEST_F(ControlLoopTest, NothingOfAnOlderCycleStaysInThePlaceOfTheNext) {
  for (std::uint64_t i = 0; i < 3; ++i) leftovers_.push_back(random_cycle(i, Time{}));
  run(0.2);
  EXPECT_GT(records_.size(), 10u);
  for (const CycleRecord& record : records_) {
    EXPECT_FALSE(record.truth);
    EXPECT_FALSE(record.input.markers);
    EXPECT_FALSE(record.input.joints);
    EXPECT_EQ(record.timing.ring_drops, 0u);
  }
}

/// Passes on, and remembers what was said.
class HeardLink final : public JointLink {
 public:
  explicit HeardLink(JointLink& link) : link_(link) {}
  void send(const JointCommand& command, Time now) override {
    commands.push_back(command);
    link_.send(command, now);
  }
  std::optional<JointFeedback> poll(Time now) override {
    if (auto status = link_.poll(now)) newest = status;
    return newest;
  }
  LinkHealth health() const override { return link_.health(); }

  std::vector<JointCommand> commands;
  std::optional<JointFeedback> newest;

 private:
  JointLink& link_;
};

/// Settle, check, arm: the loop ends while the drives are energised. Markers come in lockstep, or two threads
/// would move one simulated world.
struct ArmedAtTheEnd {
  ArmedAtTheEnd() { hal.link = &link; }

  ControlLoop loop() { return {hal, markers, controller, op, feed, kLoopPeriod}; }
  Time first_cycle() { return hal.clock->now() + kLoopPeriod; }

  static RunConfig read() {
    RunConfig config = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                       {"simulation.imaging.render=false"});
    config.experiment.phases.resize(3);
    return config;
  }

  const RunConfig config = read();
  Hal hal = open_testbed(config);
  HeardLink link{*hal.link};
  MarkerInput markers{hal, nullptr};
  Controller controller{config.controller};
  PhaseRunner phases{config.experiment};
  OperatorDesk desk;
  LoopOperator op{desk, phases};
  RunFeed feed;
};

TEST(ControlLoopEnd, TellsTheBoardThatItsDrivesAreOffUntilItHasHeard) {
  ArmedAtTheEnd armed;
  Hal& hal = armed.hal;
  HeardLink& link = armed.link;
  const ControlLoop loop = armed.loop();
  ControlCycle cycle(loop, armed.first_cycle());
  while (!armed.op.finished()) cycle.run_next();
  ASSERT_TRUE(armed.phases.passed());
  ASSERT_TRUE(link.commands.back().enable);
  ASSERT_EQ(link.newest->board_state, BoardState::kEnabled);

  link.commands.clear();
  hal.lockstep = false;  // a real board: the end of the program must reach it
  cycle.leave_board_off();
  ASSERT_FALSE(link.commands.empty());
  EXPECT_LT(link.commands.size(), 20u);  // it has been heard
  for (const JointCommand& command : link.commands) {
    EXPECT_FALSE(command.enable);
    EXPECT_FALSE(command.clear);
    EXPECT_EQ(command.rates.norm(), 0.0);
  }
  hal.clock->sleep_until(hal.clock->now() + std::chrono::milliseconds(200));
  link.poll(hal.clock->now());
  EXPECT_EQ(link.newest->board_state, BoardState::kOff);
}

TEST(ControlLoopEnd, IsThatOfEveryLoop) {
  ArmedAtTheEnd armed;
  HeardLink& link = armed.link;
  Hal hardware = armed.hal;  // a real board, as above
  hardware.lockstep = false;
  const std::atomic<bool> stop{false};
  run_control_loop({hardware, armed.markers, armed.controller, armed.op, armed.feed, kLoopPeriod},
                   armed.first_cycle(), stop);
  const auto enables = [](const JointCommand& command) { return command.enable; };
  EXPECT_TRUE(std::any_of(link.commands.begin(), link.commands.end(), enables));
  EXPECT_FALSE(link.commands.back().enable);
}

}  // namespace
}  // namespace freefloat
