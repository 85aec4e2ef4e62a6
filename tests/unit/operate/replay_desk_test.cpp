// The log of a run, played for people who look at it.
#include "operate/replay_desk.h"

#include <gmock/gmock.h>

#include <atomic>

#include "runlog/inspect_run.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string kLog = source_dir() + "/tests/data/standing.mcap";
constexpr double kAtOnce = 1e9;  // times real time

/// Cycles that a playback tells, and when.
struct Heard {
  std::mutex mutex;
  std::condition_variable changed;
  std::size_t cycles = 0;
  std::size_t phases = 0;
  Time newest{};
  std::size_t back = 0;  ///< cycles that were earlier than the one before

  RunListener listener() {
    return {.on_cycle =
                [this](const CycleRecord& cycle) {
                  const std::lock_guard lock(mutex);
                  if (cycle.output.now < newest) ++back;
                  if (cycle.output.now != newest) ++cycles;
                  newest = cycle.output.now;
                  changed.notify_all();
                },
            .on_phase =
                [this](const PhaseEvent&) {
                  const std::lock_guard lock(mutex);
                  ++phases;
                }};
  }

  void await(const std::function<bool()>& what) {
    std::unique_lock lock(mutex);
    while (!what()) changed.wait_for(lock, std::chrono::milliseconds(10));
  }
};

TEST(RunPlayback, TellsAllThatTheLogHolds) {
  const auto info = inspect_run(kLog);
  ASSERT_TRUE(info);
  Heard heard;
  RunPlayback playback(kLog, heard.listener());
  playback.set_speed(kAtOnce);
  playback.start();
  playback.play();
  heard.await([&] { return playback.state() == RunPlayback::State::kFinished; });
  EXPECT_EQ(heard.cycles, info->result.cycle_count);
  EXPECT_EQ(heard.phases, info->phases.size());
  EXPECT_EQ(playback.problem(), "");
  playback.play();  // once more
  heard.await([&] { return heard.back == 1 && playback.state() == RunPlayback::State::kFinished; });
  EXPECT_EQ(heard.cycles, 2 * info->result.cycle_count);
}

TEST(RunPlayback, GoesToAnotherMomentAndStandsStillWhenPaused) {
  Heard heard;
  RunPlayback playback(kLog, heard.listener());
  playback.start();
  playback.go_to(Time{from_seconds(3.0)});
  heard.await([&] { return heard.cycles > 0; });
  playback.pause();
  const Time at = heard.newest;
  EXPECT_GE(at, Time{from_seconds(3.0)});
  EXPECT_EQ(playback.state(), RunPlayback::State::kPaused);
  playback.go_to(Time{from_seconds(1.0)});
  heard.await([&] { return heard.newest < at; });
  EXPECT_GE(heard.newest, Time{from_seconds(1.0)});
}

TEST(RunPlayback, SaysWhatIsWrongWithTheLog) {
  Heard heard;
  RunPlayback playback(source_dir() + "/README.md", heard.listener());
  playback.start();
  playback.play();
  while (playback.state() != RunPlayback::State::kFinished) std::this_thread::yield();
  EXPECT_NE(playback.problem(), "");
}

class ReplayDeskTest : public testing::Test {
 protected:
  ReplayDeskTest() : desk_(kLog, "1.0", [](const std::string& words) { ADD_FAILURE() << words; }) {
    desk_.start({heard_.listener()});
  }

  console::Answer ask(const std::string& what, const json& request = json::object()) {
    return desk_.ask(what, request, {"Ada", "127.0.0.1"});
  }
  json state() {
    json answer;
    // At most ten times a second it is made anew.
    std::this_thread::sleep_for(std::chrono::milliseconds(110));
    return json::parse(*desk_.state().second);
  }

  Heard heard_;
  ReplayDesk desk_;
};

TEST_F(ReplayDeskTest, PlaysAndPauses) {
  EXPECT_EQ(state().at("mode"), "paused");
  EXPECT_EQ(state().at("kind"), "replay");
  ASSERT_TRUE(ask("resume").done);
  heard_.await([&] { return heard_.cycles > 10; });
  EXPECT_EQ(state().at("mode"), "running");
  EXPECT_FALSE(ask("resume").done);
  desk_.stop({"Bob", ""});
  EXPECT_EQ(state().at("mode"), "paused");
  ASSERT_TRUE(ask("set", {{"key", "replay.at_s"}, {"value", "2"}}).done);
  heard_.await([&] { return heard_.newest >= Time{from_seconds(2.0)}; });
  ASSERT_TRUE(ask("run").done);
  heard_.await([&] { return heard_.back > 0; });
}

TEST_F(ReplayDeskTest, RefusesWhatWouldMoveARobot) {
  for (const char* what : {"arm", "arm_confirm", "prepare", "jog_joint", "jog_hand", "drag", "open", "seed",
                           "vision", "acknowledge", "disarm", "skip", "abort", "preview"}) {
    const console::Answer answer = ask(what);
    EXPECT_FALSE(answer.done) << what;
    EXPECT_THAT(answer.words, HasSubstr("recording")) << what;
  }
  EXPECT_FALSE(ask("set", {{"key", "replay.speed"}, {"value", "0"}}).done);
  EXPECT_FALSE(ask("set", {{"key", "guidance.position_gain_per_s"}, {"value", "3"}}).done);
  EXPECT_FALSE(ask("pause", json::array()).done);
}

TEST_F(ReplayDeskTest, KnowsTheRunOfTheLog) {
  const json runs = ask("runs").result.at("runs");
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0].at("name"), "standing");
  EXPECT_EQ(runs[0].at("experiment"), "standing_target");
  console::Answer track;
  while (!(track = ask("run_track", {{"name", "standing"}})).done) std::this_thread::yield();
  EXPECT_GT(track.result.at("time_s").size(), 20u);
  EXPECT_FALSE(ask("run_track", {{"name", "other"}}).done);
  ASSERT_TRUE(ask("replay", {{"run", "standing"}}).done);
  while (state().at("what_if").at("status") == "working") std::this_thread::yield();
  EXPECT_EQ(state().at("what_if").at("result").at("same"), true) << state().at("what_if");
}

}  // namespace
}  // namespace freefloat
