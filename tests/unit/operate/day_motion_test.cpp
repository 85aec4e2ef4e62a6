// What moves the robot in a day, and what ends it: pause, STOP, jog.
#include <algorithm>

#include "unit/operate/operated_day.h"

namespace freefloat {
namespace {

TEST_F(OperatedDay, PausesInMidMotionAndGoesOn) {
  open("standing_target.yaml");
  run_until_it_moves();
  go_on(1.0);
  ASSERT_TRUE(ask("pause").done);
  go_on(1.0);
  EXPECT_EQ(mode(), "paused");
  EXPECT_EQ(supervisor(), "hold");
  EXPECT_EQ(newest_.output.command.rates.norm(), 0.0);
  go_on(40.0);  // longer than the phase may take
  EXPECT_EQ(mode(), "paused");
  ASSERT_TRUE(ask("resume").done);
  go_on(0.1);
  EXPECT_EQ(supervisor(), "active");
  finish_run();
  day_->close();
  EXPECT_TRUE(std::filesystem::exists(runs_));
  day_.reset();
  expect_replays(1);
}

TEST_F(OperatedDay, ShowsThePathThatTheHandIsLedAlong) {
  open("circle.yaml");
  go_on(0.5);
  ASSERT_TRUE(ask("preview").done);
  day_->work();
  const nlohmann::json preview = state().at("preview");
  EXPECT_NE(preview.at("status"), "refused") << preview;
  EXPECT_EQ(preview.at("wanted_m").size(), 121u);
  EXPECT_TRUE(preview.at("meeting_m").is_null());
  EXPECT_TRUE(state().at("experiment").at("path_m").is_null());
  run_until_it_moves();
  go_on(3.0);
  const nlohmann::json path = state().at("experiment").at("path_m");
  ASSERT_EQ(path.size(), 121u);
  for (const nlohmann::json& p : path)
    EXPECT_NEAR(std::hypot(p[0].get<double>() + 0.342, p[1].get<double>() + 0.112), 0.08, 1e-9);
  finish_run();
  EXPECT_TRUE(state().at("experiment").at("path_m").is_null());
}

/// Half a kilogram more than the experiment says, told from 6 s of jogs behind the capture.
TEST_F(OperatedDay, TellsWhatTheHandHoldsFromTheMotionAfterACapture) {
  open("moving_target.yaml",
       {"target.mass_kg=1.5", "target.inertia_kg_m2=0.008",
        "payload={mass_kg: 1.0, inertia_kg_m2: 0.005, fixed: false}",
        "phases=[{phase: settle, duration_s: 0.5}, {phase: check, timeout_s: 5}, {phase: arm, timeout_s: 2}, "
        "{phase: capture_moving, timeout_s: 60}, "
        "{phase: jog, joint_rates_deg_s: [20, -20], duration_s: 1.5}, "
        "{phase: jog, joint_rates_deg_s: [-20, 0], duration_s: 1.5}, "
        "{phase: jog, joint_rates_deg_s: [0, 20], duration_s: 1.5}, "
        "{phase: jog, joint_rates_deg_s: [-20, 20], duration_s: 1.5}]"});
  prepare_and_arm();
  begin_run();
  finish_run();
  ASSERT_TRUE(state().at("last_run").at("passed")) << state().at("last_run");
  const auto of_payload = [](const std::string& note) { return note.starts_with("payload, from 5."); };
  ASSERT_EQ(std::ranges::count_if(notes_, of_payload), 1);
  const std::string note = *std::ranges::find_if(notes_, of_payload);
  EXPECT_NEAR(std::stod(note.substr(note.find("with it: ") + 9)), 1.5, 0.1) << note;
  EXPECT_NE(note.find("the experiment assumes 1.000 kg"), std::string::npos) << note;
}

TEST_F(OperatedDay, StopsInMidMotionUntilAcknowledged) {
  open("standing_target.yaml");
  run_until_it_moves();
  day_->stop({"Bob", "10.0.0.2"});
  go_on(0.01);
  EXPECT_EQ(newest_.output.state, SupervisorState::kStopped);
  EXPECT_TRUE(newest_.output.command.stop);
  EXPECT_EQ(newest_.output.command.rates.norm(), 0.0);
  finish_run();
  EXPECT_EQ(supervisor(), "stopped");
  EXPECT_FALSE(ask("arm").done);
  EXPECT_FALSE(ask("resume").done);
  go_on(5.0);
  EXPECT_EQ(supervisor(), "stopped");
  EXPECT_EQ(state().at("experiment").at("phases").at(3).at("status"), "interrupted");
  ASSERT_TRUE(ask("acknowledge").done);
  go_on(1.0);
  EXPECT_EQ(supervisor(), "ready");
  day_.reset();
  expect_replays(1);
}

TEST_F(OperatedDay, StopBeatsWhatWasAskedInTheSameCycle) {
  open("standing_target.yaml");
  run_until_it_moves();
  ask("pause");
  go_on(0.5);
  ask("resume");  // before the STOP
  day_->stop({"Bob", "10.0.0.2"});
  ask("resume");  // and after it
  go_on(0.01);
  EXPECT_EQ(newest_.input.op.request, Request::kStop);
  EXPECT_EQ(newest_.output.state, SupervisorState::kStopped);
  go_on(2.0);
  EXPECT_EQ(newest_.output.state, SupervisorState::kStopped);
  EXPECT_EQ(told("resume", true), 0);
  EXPECT_EQ(told("stop", true), 1);
}

TEST_F(OperatedDay, StopBeatsAResumeThatWasAcceptedBefore) {
  open("standing_target.yaml");
  run_until_it_moves();
  ask("pause");
  go_on(0.5);
  ask("resume");
  go_on(0.02);
  EXPECT_EQ(newest_.output.state, SupervisorState::kActive);
  day_->stop({"", ""});
  go_on(2.0);
  EXPECT_EQ(newest_.output.state, SupervisorState::kStopped);
}

TEST_F(OperatedDay, JogsWhileItIsAskedAndStopsWithin300Ms) {
  open("standing_target.yaml");
  prepare_and_arm();
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(ask("jog_joint", {{"joint", 1}, {"rate_deg_s", 10}}).done);
    go_on(0.1);
  }
  EXPECT_EQ(mode(), "jog");
  EXPECT_NEAR(newest_.output.command.rates[0], 10.0 * 3.14159 / 180.0, 1e-3);
  go_on(0.3);
  EXPECT_EQ(supervisor(), "hold");
  go_on(0.2);
  EXPECT_EQ(newest_.output.command.rates.norm(), 0.0);
  EXPECT_EQ(told("jog_joint", true), 1);  // not one for each repetition
}

TEST_F(OperatedDay, JogEndsAtOnceWhenTheOperatorIsLost) {
  open("standing_target.yaml");
  prepare_and_arm();
  ask("jog_hand", {{"vx_mm_s", 30}, {"vy_mm_s", 0}});
  go_on(0.1);
  EXPECT_EQ(supervisor(), "active");
  EXPECT_GT(newest_.output.estimate.v_WE.x(), 0.005);
  day_->operator_lost();
  go_on(0.01);
  EXPECT_EQ(newest_.output.state, SupervisorState::kHold);
  go_on(0.28);
  EXPECT_EQ(newest_.output.command.rates.norm(), 0.0);
}

TEST_F(OperatedDay, RunAfterAJogNeedsNoNewArming) {
  open("standing_target.yaml");
  prepare_and_arm();
  ask("jog_joint", {{"joint", 2}, {"rate_deg_s", 5}});
  go_on(1.0);
  EXPECT_FALSE(is_well(state(), "start"));  // not where the experiment starts any more
  ASSERT_TRUE(ask("disarm").done);
  go_on(0.5);
  prepare_and_arm();
  begin_run();
  finish_run();
  EXPECT_TRUE(state().at("last_run").at("passed"));
}

TEST_F(OperatedDay, CanBePreparedInTheMomentOfDisarming) {
  open("standing_target.yaml");
  prepare_and_arm();
  ask("jog_joint", {{"joint", 2}, {"rate_deg_s", 20}});
  go_on(1.0);
  ASSERT_TRUE(ask("disarm").done);
  while (newest_.output.state == SupervisorState::kHold) day_->run_cycles(1);
  ASSERT_TRUE(ask("prepare").done);
  go_on(1.5);
  EXPECT_TRUE(is_well(state(), "board")) << state().at("checklist");
  EXPECT_TRUE(is_well(state(), "start"));
  EXPECT_EQ(state().at("can").at("arm"), "");
}

TEST_F(OperatedDay, ArmsOnlyOnceWhatWasPutThereIsSeen) {
  open("standing_target.yaml");
  go_on(1.0);
  ASSERT_TRUE(ask("prepare").done);
  go_on(0.1);
  EXPECT_EQ(ask("arm").words, "robot and target are being put there");
  EXPECT_EQ(mode(), "idle");
  go_on(0.6);
  EXPECT_TRUE(ask("arm").done);
}

// A target that was put far from where it was is unseen for a while: the preview waits for it.
TEST_F(OperatedDay, PredictsTheNextRunOnceTheTargetIsFoundAgain) {
  open("moving_target.yaml", {"simulation.imaging.render=true"});
  prepare_and_arm();
  ASSERT_TRUE(ask("run").done);
  for (int i = 0; i < 40 && mode() != "finished"; ++i) go_on(1.0);
  ASSERT_EQ(mode(), "finished");
  EXPECT_EQ(state().at("preview").at("status"), "none");
  ASSERT_TRUE(ask("prepare").done);
  for (int i = 0; i < 50 && state().at("preview").at("status") != "near_edge"; ++i) {
    ASSERT_NE(state().at("preview").at("status"), "refused") << state().at("preview");
    go_on(0.1);
  }
  EXPECT_EQ(state().at("preview").at("status"), "near_edge");
}

TEST_F(OperatedDay, SkipsAndAborts) {
  open("standing_target.yaml");
  prepare_and_arm();
  begin_run();
  ask("skip");
  go_on(0.1);
  EXPECT_EQ(state().at("experiment").at("phases").at(0).at("status"), "skipped");
  go_on_until_it_moves();
  ask("abort");
  finish_run();
  EXPECT_EQ(state().at("experiment").at("phases").at(3).at("status"), "interrupted");
  EXPECT_EQ(supervisor(), "ready");
  EXPECT_FALSE(state().at("last_run").at("passed"));
}

TEST_F(OperatedDay, ThousandWishesAreNotAllTaken) {
  open("standing_target.yaml");
  prepare_and_arm();
  int taken = 0;
  for (int i = 0; i < 1000; ++i) taken += ask("jog_joint", {{"joint", 1}, {"rate_deg_s", 1}}).done ? 1 : 0;
  EXPECT_LE(taken, 64);
  day_->stop({"", ""});
  go_on(0.01);
  EXPECT_EQ(newest_.output.state, SupervisorState::kStopped);
}

}  // namespace
}  // namespace freefloat
