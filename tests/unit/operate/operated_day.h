#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "operate/day.h"
#include "replay/replay_controller.h"
#include "support/source_dir.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {

/// @return Whether the line of that name is well.
inline bool is_well(const nlohmann::json& state, const std::string& name) {
  for (const nlohmann::json& line : state.at("checklist")) {
    if (line.at("name") == name) return line.at("ok");
  }
  ADD_FAILURE() << "no line " << name;
  return false;
}

/// A day on the simulated testbed, without threads and without waiting: the test is loop, clerk and operator.
class OperatedDay : public testing::Test {
 protected:
  OperatedDay() : runs_(TemporaryFile().path() + "_runs") {}
  ~OperatedDay() override {
    day_.reset();
    std::filesystem::remove_all(runs_);
  }

  /// Opens a day. @param experiment File in configs/experiments.
  void open(const std::string& experiment, std::vector<std::string> settings = {}) {
    settings.insert(settings.begin(), "simulation.imaging.render=false");
    DayConfig config;
    config.testbed = source_dir() + "/configs/testbeds/modern.yaml";
    config.experiments = source_dir() + "/configs/experiments";
    config.first_experiment = experiment;
    config.runs = runs_;
    config.settings = settings;
    config.pace = SimPace::kFree;
    day_ = std::make_unique<Day>(config);
    day_->add({.on_cycle =
                   [this](const CycleRecord& cycle) {
                     newest_ = cycle;
                     ++cycles_;
                   },
               .on_note = [this](const RunNote& note) { notes_.push_back(note.text); },
               .on_command = [this](const OperatorCommandRecord& command) { commands_.push_back(command); }});
    day_->open(false);
  }

  console::Answer ask(const std::string& what, const nlohmann::json& request = nlohmann::json::object()) {
    return day_->ask(what, request, {"Ada", "127.0.0.1"});
  }

  void go_on(double seconds) {
    const int count = static_cast<int>(seconds * 100.0 + 0.5);
    for (int i = 0; i < count; i += 10) {
      day_->run_cycles(std::min(10, count - i));
      day_->work();
    }
  }

  nlohmann::json state() {
    day_->work();
    return nlohmann::json::parse(*day_->state().second);
  }
  std::string mode() { return state().at("mode"); }
  std::string supervisor() { return state().at("supervisor"); }

  /// Puts everything at the start, and arms in two steps.
  void prepare_and_arm() {
    ASSERT_TRUE(ask("prepare").done);
    day_->work();
    go_on(1.0);
    ASSERT_TRUE(ask("arm").done) << ask("arm").words;
    ASSERT_TRUE(ask("arm_confirm", {{"text", "ARM"}}).done);
    go_on(0.5);
    ASSERT_EQ(supervisor(), "armed");
  }

  void begin_run() {
    const console::Answer answer = ask("run");
    ASSERT_TRUE(answer.done) << answer.words;
    day_->work();
    go_on(0.02);
    ASSERT_EQ(mode(), "running");
  }

  void go_on_until_it_moves() {
    while (newest_.output.state != SupervisorState::kActive) go_on(0.1);
  }

  void run_until_it_moves() {
    prepare_and_arm();
    begin_run();
    go_on_until_it_moves();
  }

  /// Goes on until no run is under way. @return Seconds of the loop's time.
  double finish_run(double most = 60.0) {
    double seconds = 0.0;
    for (; seconds < most && (mode() == "running" || mode() == "paused"); seconds += 0.1) go_on(0.1);
    return seconds;
  }

  /// @return Commands of that name that were told.
  int told(std::string_view what, bool accepted) const {
    int count = 0;
    for (const OperatorCommandRecord& command : commands_)
      count += command.what.view() == what && command.accepted == accepted ? 1 : 0;
    return count;
  }

  /// Every run's log replays bit for bit, and begins with the controller's memory.
  void expect_replays(std::size_t count) const {
    std::size_t found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(runs_)) {
      const ReplayResult result = replay_controller((entry.path() / "run.mcap").string(), {});
      EXPECT_TRUE(result.same()) << entry.path();
      EXPECT_TRUE(result.covers_all()) << entry.path();
      EXPECT_EQ(result.started_from_state, 0u) << entry.path();
      EXPECT_GT(result.cycles, 20u);
      EXPECT_TRUE(std::filesystem::exists(entry.path() / "report.html"));
      ++found;
    }
    EXPECT_EQ(found, count);
  }

  const std::filesystem::path runs_;
  std::unique_ptr<Day> day_;
  CycleRecord newest_;
  std::uint64_t cycles_ = 0;
  std::vector<std::string> notes_;
  std::vector<OperatorCommandRecord> commands_;
};

}  // namespace freefloat
