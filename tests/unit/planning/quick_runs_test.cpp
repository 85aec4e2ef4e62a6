#include "planning/quick_runs.h"

#include <gtest/gtest.h>

#include <set>

#include "config/load/load_experiment.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

Row row(Outcome outcome, const std::string& cause = {}) {
  Row result;
  result.outcome = outcome;
  result.cause = cause;
  return result;
}

TEST(QuickRuns, NeverSayCertain) {
  QuickRuns runs;
  EXPECT_DOUBLE_EQ(runs.probability(), 0.5);
  for (int i = 0; i < 20; ++i) runs.add(row(Outcome::kSuccess));
  EXPECT_DOUBLE_EQ(runs.probability(), 20.5 / 21.0);
  EXPECT_GT(runs.probability(), 0.95);
  runs.add(row(Outcome::kFailure, "x"));
  EXPECT_LT(runs.probability(), 0.95);
}

TEST(QuickRuns, CountTheSameCauseWithOtherNumbersOnce) {
  QuickRuns runs;
  runs.add(row(Outcome::kFailure, "late"));
  runs.add(row(Outcome::kFailure, "off by 3.1 mm"));
  runs.add(row(Outcome::kFailure, "off by 4.5 mm"));
  runs.add(row(Outcome::kCrashed, "signal 11"));
  runs.sort_causes();
  ASSERT_EQ(runs.causes.size(), 3u);
  EXPECT_EQ(runs.causes[0], std::pair(std::string("off by … mm"), std::uint64_t{2}));
  EXPECT_EQ(runs.share.counted, 4u);
}

TEST(QuickRuns, LeaveOutWorldsThatTheFilesDoNotPermit) {
  QuickRuns runs;
  runs.add(row(Outcome::kInvalid, "a file's problem"));
  EXPECT_EQ(runs.share.counted, 0u);
  EXPECT_TRUE(runs.causes.empty());
}

TEST(QuickRuns, HaveOtherSeedsThanTheRunThatTheyPredict) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t number = 0; number < 1000; ++number) seeds.insert(quick_seed(7, number));
  EXPECT_EQ(seeds.size(), 1000u);
  EXPECT_FALSE(seeds.contains(7));
  EXPECT_NE(quick_seed(7, 0), quick_seed(8, 0));
}

class QuickRunsOfACapture : public testing::Test {
 protected:
  RunConfig config_ = load_experiment(source_dir() + "/configs/experiments/standing_target.yaml");
};

TEST_F(QuickRunsOfACapture, RenderNothing) {
  EXPECT_TRUE(config_.sim.imaging.render);
  EXPECT_FALSE(quick_config(config_).sim.imaging.render);
}

TEST_F(QuickRunsOfACapture, AreTheSameWithAnyNumberOfWorkers) {
  Work one, two;
  two.jobs = 2;
  const QuickRuns first = run_quickly(config_, 4, one, "");
  const QuickRuns second = run_quickly(config_, 4, two, "");
  EXPECT_EQ(first.share.counted, 4u);
  EXPECT_EQ(first.share.good, 4u);
  EXPECT_EQ(first.times, second.times);
}

TEST_F(QuickRunsOfACapture, StopWhenAsked) {
  const std::atomic<bool> stop = true;
  Work work;
  work.stop = &stop;
  EXPECT_EQ(run_quickly(config_, 4, work, "").share.counted, 0u);
}

TEST_F(QuickRunsOfACapture, TurnWhatAWorldThrowsIntoItsCause) {
  const auto rows = run_rows(
      2,
      [this](std::uint64_t item) {
        if (item == 1) throw std::runtime_error("no such world");
        return quick_config(config_);
      },
      {}, "");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].outcome, Outcome::kSuccess);
  EXPECT_EQ(rows[1].outcome, Outcome::kFailure);
  EXPECT_EQ(rows[1].cause, "no such world");
}

}  // namespace
}  // namespace freefloat
