#include "operate/run_desk.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "config/load/load_experiment.h"
#include "operate/state_json.h"
#include "runtime/preview.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// One run alone, on its page.
struct RunOnItsPage : testing::Test {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml",
                                           {"simulation.imaging.render=false"});
  RunSession session{config};
  RunDesk desk{session, config, "test"};

  nlohmann::json preview() const { return nlohmann::json::parse(*desk.state().second).at("preview"); }
};

TEST_F(RunOnItsPage, ShowsThePredictionInTheWordsOfTheTerminal) {
  const auto predicted = preview_run(config, false);
  ASSERT_TRUE(predicted);
  EXPECT_EQ(preview().at("text"), describe_preview(*predicted, config.experiment));
  EXPECT_EQ(preview().at("status"), "near_edge");
  EXPECT_GT(preview().at("path_m").size(), 10u);
}

TEST_F(RunOnItsPage, ShowsItUntilTheCaptureBegins) {
  bool began = false;
  session.add(desk.listener());
  session.add({.on_phase = [&](const PhaseEvent& event) {
    if (event.moment != PhaseMoment::kBegin) return;
    began = began || event.kind.view() == "capture_moving";
    EXPECT_EQ(preview().at("status"), began ? "none" : "near_edge") << event.kind.view();
  }});
  session.run();
  EXPECT_TRUE(began);
}

TEST(PreviewOfARun, IsNoVerdictWithoutACaptureOrAPath) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/reorient.yaml");
  const Preview preview = preview_capture(config.controller, config.experiment, estimate_at_start(config));
  EXPECT_EQ(shown_preview(preview, config).status, "none");
}

TEST(PreviewOfARun, HasNoMeetingWhereNothingWasFollowed) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml");
  StateEstimate unseen = estimate_at_start(config);
  unseen.target.valid = false;
  const LongWork shown = shown_preview(preview_capture(config.controller, config.experiment, unseen), config);
  EXPECT_EQ(shown.status, "refused");
  EXPECT_TRUE(shown.result.at("meeting_m").is_null());
}

TEST(PreviewOfARun, IsNoneOfARobotThatStandsNobodyKnowsWhere) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/moving_target.yaml");
  EXPECT_FALSE(preview_run(config, true));
}

}  // namespace
}  // namespace freefloat
