// A log of what goes on between runs.
#include <gmock/gmock.h>

#include "replay/replay_controller.h"
#include "unit/operate/operated_day.h"

namespace freefloat {
namespace {

using testing::Contains;
using testing::HasSubstr;

TEST_F(OperatedDay, RecordsAJogBetweenRuns) {
  open("standing_target.yaml");
  prepare_and_arm();
  ASSERT_TRUE(ask("record").done);
  day_->work();
  EXPECT_FALSE(ask("record").done);
  EXPECT_EQ(state().at("can").at("run"), "a recording goes on: end it first");
  const std::string name = state().at("recording");
  EXPECT_THAT(name, HasSubstr("between_runs"));
  go_on(0.5);
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(ask("jog_joint", {{"joint", 1}, {"rate_deg_s", 5}}).done);
    go_on(0.1);
  }
  // What would begin the controller's memory anew, or the testbed, waits for the recording's end.
  EXPECT_THAT(ask("prepare").words, HasSubstr("recording"));
  EXPECT_THAT(ask("open", {{"file", "moving_target.yaml"}}).words, HasSubstr("recording"));
  EXPECT_THAT(ask("drag", {{"what", "target"}, {"position_m", {0.1, 0.3}}}).words, HasSubstr("recording"));
  ASSERT_TRUE(ask("record_end").done);
  go_on(0.2);
  EXPECT_FALSE(state().contains("recording"));
  EXPECT_FALSE(ask("record_end").done);
  EXPECT_THAT(notes_, Contains(HasSubstr("recorded 2.5 s")));
  const ReplayResult result = replay_controller((runs_ / name / "run.mcap").string(), {});
  EXPECT_TRUE(result.same());
  EXPECT_TRUE(result.covers_all());
  EXPECT_NEAR(static_cast<double>(result.cycles), 250.0, 12.0);
  // It is no run: none is listed, and the next one goes as ever.
  EXPECT_TRUE(ask("runs").result.at("runs").empty());
  ASSERT_TRUE(ask("disarm").done);
  go_on(0.5);
  prepare_and_arm();
  begin_run();
  finish_run();
  EXPECT_TRUE(state().at("last_run").at("passed")) << state().at("last_run");
}

TEST_F(OperatedDay, ClosesARecordingWhenTheDayEnds) {
  open("standing_target.yaml");
  go_on(0.2);
  ASSERT_TRUE(ask("record").done);
  day_->work();
  const std::string name = state().at("recording");
  go_on(1.0);
  day_.reset();
  const ReplayResult result = replay_controller((runs_ / name / "run.mcap").string(), {});
  EXPECT_TRUE(result.same());
  EXPECT_TRUE(result.covers_all());
}

TEST_F(OperatedDay, GoesOnRecordingThroughAStop) {
  open("standing_target.yaml");
  prepare_and_arm();
  ASSERT_TRUE(ask("record").done);
  day_->work();
  go_on(0.3);
  day_->stop({"Ben", "127.0.0.1"});
  go_on(1.0);
  EXPECT_EQ(supervisor(), "stopped");
  EXPECT_TRUE(state().contains("recording"));
  ASSERT_TRUE(ask("acknowledge").done);
  ASSERT_TRUE(ask("record_end").done);
  go_on(0.5);
  EXPECT_FALSE(state().contains("recording"));
  EXPECT_EQ(supervisor(), "ready");
}

}  // namespace
}  // namespace freefloat
