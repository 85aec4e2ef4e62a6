// configs/experiments/warm_up.yaml: gripper, jogging, postures with an attitude, repeats, conditions, in the
// simulated testbed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "config/load/load_experiment.h"
#include "report/phase_table.h"
#include "report/report_html.h"
#include "report/run_summary.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"
#include "types/angle.h"

namespace freefloat {
namespace {

TEST(WarmUp, DoesAllThatAnExperimentCanAskFor) {
  const RunConfig config = load_experiment(source_dir() + "/configs/experiments/warm_up.yaml",
                                           {"simulation.imaging.render=false"});
  RobotState last;
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) { last = record.truth->robot; }});
  session.run();
  const RunRecord record = session.finish();
  for (const PhaseResult& phase : record.phases)
    EXPECT_EQ(phase.verdict, Verdict::kPassed) << phase.name << ": " << phase.reason;
  ASSERT_EQ(record.conditions.size(), 3u);
  for (const ConditionResult& condition : record.conditions)
    EXPECT_TRUE(condition.holds) << condition.text << ": " << condition.value;
  EXPECT_NEAR(rad_to_deg(last.joints[0]), 160.0, 1.0);
  EXPECT_NEAR(rad_to_deg(last.joints[1]), -70.0, 1.0);
  EXPECT_NEAR(rad_to_deg(wrap_angle(last.theta_WB - deg_to_rad(90.0))), 0.0, 1.2);
}

TEST(WarmUp, TurnsTheSatelliteAsWellWhereThePostureComesWithAnAttitude) {
  RobotState last;
  RunSession session(load_experiment(source_dir() + "/configs/experiments/warm_up.yaml",
                                     {"simulation.imaging.render=false", "phases[10].attitude_deg=96"}));
  session.add({.on_cycle = [&](const CycleRecord& record) { last = record.truth->robot; }});
  session.run();
  EXPECT_TRUE(session.phases().passed());
  EXPECT_NEAR(rad_to_deg(last.theta_WB), 96.0, 1.2);
  EXPECT_NEAR(rad_to_deg(last.joints[0]), 160.0, 1.0);
  EXPECT_NEAR(rad_to_deg(last.joints[1]), -70.0, 1.0);
}

/// A run of one of the shipped experiments.
RunRecord record_of(const std::string& experiment, std::vector<std::string> settings) {
  settings.emplace_back("simulation.imaging.render=false");
  RunSession session(load_experiment(source_dir() + "/configs/experiments/" + experiment, settings));
  session.run();
  return session.finish();
}

TEST(ReportOfAPath, DrawsTheHandOverThePathBesideWhatAnOrdinaryRobotWouldDo) {
  const RunRecord record = record_of("circle.yaml", {});
  ASSERT_EQ(record.paths.size(), 1u);
  // The computed way of the ordinary robot is as bad as the driven one of the same experiment.
  double farthest = 0.0;
  for (const Vector2& p : record.paths[0].by_fixed_base)
    farthest = std::max(farthest, std::abs((p - Vector2(-0.342, -0.112)).norm() - 0.08));
  const RunRecord driven = record_of("circle.yaml", {"phases[3].resolve_with=fixed_base_jacobian"});
  EXPECT_NEAR(farthest, driven.phases[3].followed->truth_largest, 0.2 * farthest);
  EXPECT_TRUE(driven.paths.at(0).by_fixed_base.empty());

  const std::string page = make_report(record);
  EXPECT_THAT(page, testing::HasSubstr("plot-path"));
  EXPECT_THAT(page, testing::HasSubstr("fixed base, computed"));
  EXPECT_THAT(page, testing::HasSubstr("wanted path"));
  EXPECT_THAT(format_phase_table(record, false), testing::HasSubstr("mm RMS from the path"));
}

TEST(ConditionsOfARun, FailTheRunWhateverItsPhasesSay) {
  const RunRecord record =
      record_of("circle.yaml", {"success=['max(hand_to_path_m) < 1e-9', 'rms(hand_to_path_m) < 1']"});
  for (const PhaseResult& phase : record.phases) EXPECT_EQ(phase.verdict, Verdict::kPassed);
  EXPECT_EQ(judge_run(record), Verdict::kFailed);
  EXPECT_FALSE(record.conditions.at(0).holds);
  EXPECT_TRUE(record.conditions.at(1).holds);
  EXPECT_THAT(format_phase_table(record, false),
              testing::HasSubstr("max(hand_to_path_m) < 1e-9  FAILS  it is"));
  EXPECT_THAT(make_report(record), testing::HasSubstr("max(hand_to_path_m) &lt; 1e-9"));
}

}  // namespace
}  // namespace freefloat
