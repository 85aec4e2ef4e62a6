// A day at the table on the virtual clock.
#include <algorithm>
#include <fstream>
#include <map>

#include "replay/replay_controller.h"
#include "runlog/run_reader.h"
#include "unit/operate/operated_day.h"

namespace freefloat {
namespace {

using nlohmann::json;

TEST_F(OperatedDay, BecomesReadyByPreparation) {
  open("standing_target.yaml");
  go_on(1.0);
  EXPECT_TRUE(is_well(state(), "leds"));
  EXPECT_FALSE(is_well(state(), "start"));
  EXPECT_NE(ask("arm").words, "");
  EXPECT_FALSE(ask("run").done);
  ASSERT_TRUE(ask("prepare").done);
  go_on(1.0);
  EXPECT_TRUE(is_well(state(), "start"));
  EXPECT_EQ(supervisor(), "ready");
  EXPECT_EQ(state().at("can").at("run"), "arm first");
  EXPECT_EQ(state().at("preview").at("status"), "good") << state().at("preview");
  // In the words of `freefloat run`.
  const std::string predicted = state().at("preview").at("text");
  EXPECT_NE(predicted.find("smallest singular value"), std::string::npos) << predicted;
  EXPECT_NE(predicted.find("mm to the workspace's edge"), std::string::npos) << predicted;
}

TEST_F(OperatedDay, TellsWhereTheTargetsLedsAreOnIt) {
  open("tumbling_target.yaml");
  go_on(0.1);
  const json leds = state().at("target").at("leds_m");
  ASSERT_EQ(leds.size(), 3U);
  EXPECT_EQ(leds[2], json::array({0.1, -0.06}));
}

TEST_F(OperatedDay, IsNotArmedUnderACameraThatWasMoved) {
  open("standing_target.yaml", {"simulation.truth.camera.position_m=[0, 0, 2.62]",
                                "simulation.truth.camera.rotation_deg=[1.4, -0.3, 0.5]"});
  ask("prepare");
  go_on(1.0);
  EXPECT_FALSE(is_well(state(), "lengths"));
  const console::Answer answer = ask("arm");
  EXPECT_FALSE(answer.done);
  EXPECT_NE(answer.words.find("px off where lengths and camera put it"), std::string::npos) << answer.words;
  EXPECT_NE(answer.words.find("freefloat calibrate table"), std::string::npos) << answer.words;
  EXPECT_FALSE(ask("arm_confirm", {{"text", "ARM"}}).done);
  EXPECT_FALSE(ask("run").done);
  EXPECT_NE(state().at("can").at("arm"), "");
  go_on(0.5);
  EXPECT_NE(supervisor(), "armed");
}

/// @return Notes that tell of the loop's delay.
int delay_notes(const std::vector<std::string>& notes) {
  return static_cast<int>(std::count_if(notes.begin(), notes.end(), [](const std::string& note) {
    return note.find("estimator.actuation_delay_ms") != std::string::npos;
  }));
}

TEST_F(OperatedDay, WarnsOfADelayThatIsNotAsConfigured) {
  open("standing_target.yaml", {"simulation.truth.delays.to_board_ms=32"});
  go_on(0.2);
  EXPECT_TRUE(is_well(state(), "delay"));
  prepare_and_arm();
  begin_run();
  finish_run();
  go_on(0.2);
  EXPECT_FALSE(is_well(state(), "delay"));
  EXPECT_EQ(delay_notes(notes_), 1);
  const json loop = state().at("loop");
  EXPECT_NEAR(loop.at("measured_delay_ms").get<double>() - loop.at("actuation_delay_ms").get<double>(), 30.0,
              5.0);
  for (const std::string& note : notes_) {
    if (delay_notes({note}) == 0) continue;
    EXPECT_NE(note.find("ms measured, 7.0 ms in the file"), std::string::npos) << note;
    EXPECT_NE(note.find("/run.mcap --write "), std::string::npos) << note;
    EXPECT_NE(note.find("testbeds/modern.yaml`"), std::string::npos) << note;
  }
}

TEST_F(OperatedDay, SaysNothingOfADelayThatIsAsConfigured) {
  open("standing_target.yaml");
  prepare_and_arm();
  begin_run();
  finish_run();
  go_on(0.2);
  EXPECT_EQ(delay_notes(notes_), 0);
  EXPECT_TRUE(is_well(state(), "delay"));
  EXPECT_TRUE(state().at("loop").at("measured_delay_ms").is_number());
}

TEST_F(OperatedDay, SaysThatTheLengthsAgree) {
  open("standing_target.yaml");
  ask("prepare");
  go_on(1.0);
  EXPECT_TRUE(is_well(state(), "lengths"));
}

TEST_F(OperatedDay, HoldsRobotAndTargetUntilTheRunBegins) {
  open("moving_target.yaml");
  go_on(20.0);
  const Truth before = *newest_.truth;
  go_on(5.0);
  EXPECT_EQ(newest_.truth->target.p, before.target.p);
  EXPECT_EQ(newest_.truth->robot.p_WB, before.robot.p_WB);
}

TEST_F(OperatedDay, ArmsInTwoStepsWithinTenSeconds) {
  open("standing_target.yaml");
  ask("prepare");
  go_on(1.0);
  EXPECT_FALSE(ask("arm_confirm", {{"text", "ARM"}}).done);
  EXPECT_TRUE(ask("arm").done);
  EXPECT_FALSE(ask("arm_confirm", {{"text", "arm"}}).done);
  EXPECT_EQ(state().at("arming").at("asked_by"), "Ada");
  go_on(10.1);
  EXPECT_FALSE(ask("arm_confirm", {{"text", "ARM"}}).done);
  go_on(0.5);
  EXPECT_EQ(supervisor(), "ready");
  EXPECT_TRUE(ask("arm").done);
  EXPECT_TRUE(ask("arm_confirm", {{"text", "ARM"}}).done);
  go_on(0.5);
  EXPECT_EQ(supervisor(), "armed");
  EXPECT_TRUE(ask("disarm").done);
  go_on(0.5);
  EXPECT_EQ(supervisor(), "ready");
}

TEST_F(OperatedDay, GoesFromRunToRun) {
  open("standing_target.yaml");
  prepare_and_arm();
  begin_run();
  EXPECT_TRUE(is_well(state(), "start"));  // nothing to be mended in a run
  EXPECT_FALSE(ask("run").done);
  EXPECT_FALSE(ask("prepare").done);
  finish_run();
  EXPECT_EQ(mode(), "finished");
  EXPECT_TRUE(state().at("last_run").at("passed")) << state().at("last_run");

  ASSERT_TRUE(ask("seed", {{"seed", 7}}).done);
  go_on(1.0);
  EXPECT_EQ(state().at("experiment").at("seed"), 7);
  prepare_and_arm();
  begin_run();
  finish_run();
  EXPECT_TRUE(state().at("last_run").at("passed")) << state().at("last_run");
  const json runs = ask("runs").result.at("runs");
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].at("seed").get<int>() + runs[1].at("seed").get<int>(), 8);
  const json track = ask("run_track", {{"name", runs[0].at("name")}}).result;
  EXPECT_GT(track.at("time_s").size(), 200u);
  EXPECT_EQ(track.at("time_s").size(), track.at("hand_m").size());
  day_.reset();
  expect_replays(2);
}

/// What stays cannot be acknowledged; a simulated cause stands in the files, and goes with them.
TEST_F(OperatedDay, SimulatedFaultThatStaysIsTakenAwayWithItsSetting) {
  open("standing_target.yaml");
  ASSERT_TRUE(
      ask("set", {{"key", "faults"}, {"value", "[{fault: pot, mode: off, begin_s: 4, end_s: 36000}]"}}).done);
  go_on(1.0);
  prepare_and_arm();
  begin_run();
  finish_run();
  EXPECT_EQ(supervisor(), "fault");
  ASSERT_TRUE(ask("acknowledge").done);
  go_on(1.0);
  EXPECT_EQ(supervisor(), "fault");
  EXPECT_FALSE(ask("prepare").done);  // the same robot

  const console::Answer answer = ask("unset", {{"key", "faults"}});
  ASSERT_TRUE(answer.done) << answer.words;
  go_on(1.0);
  prepare_and_arm();
  begin_run();
  finish_run();
  EXPECT_TRUE(state().at("last_run").at("passed")) << state().at("last_run");
}

/// Who prepares in the moment in which the robot is disarmed finds the board braking: it would take robot and
/// joints put elsewhere for a broken sensor, and latch.
TEST_F(OperatedDay, RefusesWhatNobodyShouldAsk) {
  open("standing_target.yaml");
  go_on(0.1);
  for (const auto& [what, request] :
       std::vector<std::pair<std::string, json>>{{"nothing", json::object()},
                                                 {"open", {{"file", "../x.yaml"}}},
                                                 {"set", {{"key", "a b"}, {"value", 1}}},
                                                 {"set", {{"key", "guidance.x"}}},
                                                 {"seed", {{"seed", -1}}},
                                                 {"drag", {{"what", "moon"}}},
                                                 {"jog_joint", {{"joint", 9}}},
                                                 {"note", {{"run", ".."}}},
                                                 {"what_if", {{"run", "x"}}},
                                                 {"arm", json::array()}}) {
    const console::Answer answer = ask(what, request);
    EXPECT_FALSE(answer.done) << what;
    EXPECT_NE(answer.words, "") << what;
  }
}

TEST_F(OperatedDay, LogsWhatWasRefusedWithWhoAndWhy) {
  open("standing_target.yaml");
  prepare_and_arm();
  begin_run();
  go_on(0.2);
  ask("prepare");                                       // not while a run is under way
  ask("jog_joint", {{"joint", 1}, {"rate_deg_s", 1}});  // neither
  ask("note", {{"run", "no such"}, {"text", "good"}});
  day_->decided("skip", false, "you are looking on", {"Eve", "10.0.0.9"});  // by the server
  finish_run();
  day_.reset();
  std::map<std::string, OperatorCommandRecord> refused;
  for (const auto& run : std::filesystem::directory_iterator(runs_)) {
    auto reader = RunReader::open((run.path() / "run.mcap").string());
    ASSERT_TRUE(reader) << reader.error();
    while (reader->next() != nullptr) {
      const auto command = reader->take(kOperatorCommandTopic);
      if (command && !command->accepted) refused[std::string(command->what.view())] = *command;
    }
  }
  EXPECT_EQ(refused.size(), 4u);
  EXPECT_EQ(refused["prepare"].origin.who.view(), "Ada");
  EXPECT_NE(refused["prepare"].words.view().find("a run is under way"), std::string::npos);
  EXPECT_EQ(refused["jog_joint"].origin.from.view(), "127.0.0.1");
  EXPECT_EQ(refused["note"].words.view(), "there is no run of that name");
  EXPECT_EQ(refused["skip"].origin.who.view(), "Eve");
  EXPECT_EQ(refused["skip"].origin.from.view(), "10.0.0.9");
}

TEST_F(OperatedDay, SaysWhyARunCannotBeLoggedAndTheDayGoesOn) {
  open("standing_target.yaml");
  prepare_and_arm();
  std::ofstream(runs_.string()) << "a file where the folder of the runs should be";
  ASSERT_TRUE(ask("run").done);
  day_->work();
  go_on(0.1);
  EXPECT_NE(mode(), "running");
  EXPECT_TRUE(std::any_of(notes_.begin(), notes_.end(), [&](const std::string& note) {
    return note.find(runs_.filename().string()) != std::string::npos;
  })) << notes_.back();
  std::filesystem::remove(runs_);
  begin_run();
  finish_run();
  EXPECT_TRUE(state().at("last_run").at("passed"));
}

TEST_F(OperatedDay, KeepsTheOldExperimentWhenASettingIsRefused) {
  open("standing_target.yaml");
  ask("set", {{"key", "guidance.position_gain_per_s"}, {"value", -4}});
  day_->work();
  EXPECT_EQ(state().at("settings").at(1).at("changed"), false);
  EXPECT_TRUE(std::any_of(notes_.begin(), notes_.end(), [](const std::string& note) {
    return note.find("position_gain_per_s") != std::string::npos;
  }));
  ask("set", {{"key", "guidance.position_gain_per_s"}, {"value", 3}});
  day_->work();
  EXPECT_EQ(state().at("settings").at(1).at("value"), "3");
  EXPECT_EQ(state().at("settings").at(1).at("file_value"), "2");
  ask("unset", {{"key", "guidance.position_gain_per_s"}});
  day_->work();
  EXPECT_EQ(state().at("settings").at(1).at("changed"), false);
}

TEST_F(OperatedDay, DragsTheTargetWhileDisarmed) {
  open("standing_target.yaml");
  go_on(1.0);
  ASSERT_TRUE(ask("drag", {{"what", "target"}, {"position_m", {0.2, 0.3}}}).done);
  go_on(1.0);
  EXPECT_NEAR(newest_.output.estimate.target.p_WT.x(), 0.2, 2e-3);
  EXPECT_NEAR(newest_.output.estimate.target.p_WT.y(), 0.3, 2e-3);
  EXPECT_FALSE(ask("drag", {{"what", "target"}, {"position_m", {5.0, 0.3}}}).done);
}

TEST_F(OperatedDay, DragsEachOfSeveralTargetsAndPutsAllBack) {
  open("two_targets.yaml", {"phases[3].target=right", "phases[6].target=left"});
  EXPECT_EQ(state().at("targets").at(1).at("name"), "right");
  ask("prepare");
  go_on(1.0);
  const Truth start = newest_.truth.value();
  EXPECT_NEAR(newest_.output.estimate.target.p_WT.x(), 0.32, 2e-3) << "the one that is captured first";
  EXPECT_FALSE(ask("drag", {{"what", "target"}, {"name", "middle"}, {"position_m", {0.2, -0.3}}}).done);
  ASSERT_TRUE(ask("drag", {{"what", "target"}, {"name", "right"}, {"position_m", {0.2, -0.3}}}).done);
  go_on(1.0);
  EXPECT_EQ(newest_.truth->targets[1].p, Vector2(0.2, -0.3));
  EXPECT_EQ(newest_.truth->targets[0].p, start.targets[0].p);
  EXPECT_NEAR(newest_.output.estimate.target.p_WT.x(), 0.2, 2e-3);
  ask("prepare");
  go_on(1.0);
  EXPECT_EQ(newest_.truth->targets[1].p, start.targets[1].p);
}

TEST_F(OperatedDay, WorksOutReplayWhatIfAndNotes) {
  open("standing_target.yaml");
  prepare_and_arm();
  begin_run();
  finish_run();
  const std::string run = state().at("last_run").at("name");
  ASSERT_TRUE(ask("replay", {{"run", run}}).done);
  EXPECT_EQ(state().at("what_if").at("status"), "done") << state().at("what_if");
  EXPECT_EQ(state().at("what_if").at("result").at("same"), true);
  ASSERT_TRUE(ask("what_if", {{"run", run}, {"settings", {"guidance.max_hand_speed_m_s=0.05"}}}).done);
  EXPECT_GT(state().at("what_if").at("result").at("different_commands"), 20);
  ASSERT_TRUE(ask("note", {{"run", run}, {"text", "good"}}).done);
  day_->work();
  EXPECT_EQ(ask("runs").result.at("runs").at(0).at("notes").at(0).at("text"), "good");
  EXPECT_TRUE(std::filesystem::exists(runs_ / run / "notes.json"));
}

TEST_F(OperatedDay, WritesNothingOfTheVisionThatNobodyHasSeen) {
  open("standing_target.yaml");
  EXPECT_FALSE(ask("vision_write", {{"confirm", true}}).done);
  EXPECT_EQ(ask("vision_write", {{"confirm", false}}).result.at("difference"), "");
  EXPECT_FALSE(ask("vision", {{"colour", 3}}).done);
  ASSERT_TRUE(ask("vision", {{"threshold", 55}, {"exposure_us", 1500}}).done);
  EXPECT_FALSE(ask("vision_write", {{"confirm", false}}).done);  // not while the testbed is begun anew
  day_->work();
  const console::Answer answer = ask("vision_write", {{"confirm", true}});
  EXPECT_FALSE(answer.done);
  EXPECT_TRUE(answer.words.find("look at the difference") != std::string::npos ||
              answer.words.find("read-only") != std::string::npos)
      << answer.words;
}

}  // namespace
}  // namespace freefloat
