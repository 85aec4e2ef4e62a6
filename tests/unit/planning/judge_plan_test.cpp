#include "planning/judge_plan.h"

#include <gtest/gtest.h>

#include "config/load/load_experiment.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

JudgedCase judged(std::uint64_t good, std::uint64_t counted, bool success) {
  JudgedCase result;
  result.predicted.share = {good, counted};
  result.success = success;
  return result;
}

TEST(JudgePlan, CountsMissesThatWereForetoldAndSurePredictionsThatHeld) {
  const PlanJudgement judgement =
      judge_cases({judged(20, 20, true), judged(20, 20, false), judged(0, 20, false), judged(19, 20, true),
                   judged(9, 20, false)});
  EXPECT_EQ(judgement.misses_foretold.counted, 3u);
  EXPECT_EQ(judgement.misses_foretold.good, 2u);
  EXPECT_EQ(judgement.sure_kept.counted, 2u);
  EXPECT_EQ(judgement.sure_kept.good, 1u);
}

TEST(JudgePlan, ScoresAsBrier) {
  const double sure = 20.5 / 21.0;
  const PlanJudgement judgement = judge_cases({judged(20, 20, true), judged(20, 20, false)});
  EXPECT_DOUBLE_EQ(judgement.brier, 0.5 * ((1.0 - sure) * (1.0 - sure) + sure * sure));
  EXPECT_DOUBLE_EQ(judgement.brier_of_share, 0.25);
}

TEST(JudgePlan, PutsEveryCaseIntoOneBin) {
  const PlanJudgement judgement =
      judge_cases({judged(20, 20, true), judged(0, 20, false), judged(10, 20, true), judged(19, 20, true)});
  std::uint64_t counted = 0;
  for (const ReliabilityBin& bin : judgement.reliability) counted += bin.observed.counted;
  EXPECT_EQ(counted, 4u);
  EXPECT_EQ(judgement.reliability.back().observed.counted, 1u);
}

/// Drawn cases are the campaign's; the judged run is not among those that predict it.
TEST(JudgePlan, PredictsDrawnCases) {
  const RunConfig base = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                         {"simulation.imaging.render=false"});
  const PlanJudgement judgement = judge_plan(base, {.cases = 3, .runs = 2}, {});
  ASSERT_EQ(judgement.cases.size(), 3u);
  for (const JudgedCase& judged_case : judgement.cases) {
    EXPECT_TRUE(judged_case.success) << judged_case.cause;
    EXPECT_EQ(judged_case.predicted.share.good, 2u);
  }
  EXPECT_EQ(judgement.cases[2].seed, base.sim.seed + 2);
  // Different starts and targets take different times.
  EXPECT_NE(judgement.cases[0].predicted.times, judgement.cases[1].predicted.times);
}

}  // namespace
}  // namespace freefloat
