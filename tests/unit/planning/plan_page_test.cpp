#include "planning/plan_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "planning/map_plots.h"
#include "planning/predicted_record.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

ExperimentPlan plan_of(const std::string& experiment, const std::vector<std::string>& settings = {},
                       bool maps = false) {
  PlanOptions options;
  options.runs = 2;
  options.suggest = false;
  options.maps = maps;
  options.map = {.columns = 6, .rows = 6, .runs = 1};
  Work work;
  work.jobs = 2;
  return make_plan(source_dir() + "/configs/experiments/" + experiment, settings, options, work);
}

TEST(PlanPage, ShowsPathMarginsAndProbability) {
  const std::string page = make_plan_page(plan_of("moving_target.yaml"), "freefloat plan X");
  EXPECT_THAT(page, HasSubstr("Likely to succeed"));
  EXPECT_THAT(page, HasSubstr("id=\"top-view\""));
  EXPECT_THAT(page, HasSubstr("Smallest singular value"));
  EXPECT_THAT(page, HasSubstr("captured in 2 of 2"));
  EXPECT_THAT(page, HasSubstr("freefloat plan X"));
  EXPECT_THAT(page, Not(HasSubstr("nan")));
}

TEST(PlanPage, ShowsSeveralTargetsByName) {
  const ExperimentPlan plan = plan_of("two_targets.yaml");
  const std::string page = make_plan_page(plan, "freefloat plan X");
  EXPECT_THAT(page, HasSubstr(">left</text>"));
  EXPECT_THAT(page, HasSubstr(">right</text>"));
  EXPECT_EQ(predicted_record(plan).targets.size(), predicted_record(plan).samples.size());
}

TEST(PlanPage, SaysWhyACaptureIsRefused) {
  const std::string page =
      make_plan_page(plan_of("standing_target.yaml", {"target.position_m=[0.55, 0.55]"}), "freefloat plan X");
  EXPECT_THAT(page, HasSubstr("Likely to fail"));
  EXPECT_THAT(page, HasSubstr("outside of the singularity-free annulus"));
  EXPECT_THAT(page, HasSubstr("target_unreachable"));
}

TEST(PlanPage, HasBothMaps) {
  const ExperimentPlan plan = plan_of("standing_target.yaml", {}, true);
  ASSERT_EQ(plan.maps.size(), 2u);
  const std::string page = make_plan_page(plan, "freefloat plan X");
  EXPECT_THAT(page, HasSubstr("id=\"map-standing\""));
  EXPECT_THAT(page, HasSubstr("id=\"map-moving\""));
  EXPECT_THAT(draw_capture_map(plan.maps[0], plan, true).svg, HasSubstr("xmlns"));
  EXPECT_THAT(page, HasSubstr("Why standing targets are refused or missed"));
  EXPECT_THAT(page, HasSubstr("<td>cannot be captured: the target is … m from the robot"));
}

TEST(PlanPage, OfAnExperimentWithoutCaptureTellsTheQuickRuns) {
  const ExperimentPlan plan = plan_of("circle.yaml");
  EXPECT_FALSE(plan.preview);
  EXPECT_THAT(make_plan_page(plan, "X"), HasSubstr("passed in 2 of 2"));
}

TEST(PredictedRecord, EndsWhereHandAndTargetMeet) {
  const ExperimentPlan plan = plan_of("moving_target.yaml");
  const RunRecord record = predicted_record(plan);
  ASSERT_EQ(record.samples.size(), plan.preview->steps.size());
  const StateEstimate& end = record.samples.back().output.estimate;
  EXPECT_LT((end.p_WE - end.target.p_WT).norm(), 0.005);
  ASSERT_EQ(record.phases.size(), 1u);
  EXPECT_EQ(record.phases[0].verdict, Verdict::kPassed);
  EXPECT_NEAR(to_seconds(record.phases[0].end), plan.preview->seconds, 1e-6);
}

}  // namespace
}  // namespace freefloat
