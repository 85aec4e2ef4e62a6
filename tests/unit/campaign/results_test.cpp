#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include "campaign/bound_plot.h"
#include "campaign/load_campaign.h"
#include "campaign/results_file.h"
#include "campaign/run_campaign.h"
#include "campaign/worker_pool.h"
#include "runlog/run_reader.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

const std::string kStanding = source_dir() + "/configs/experiments/standing_target.yaml";

class Results : public ::testing::Test {
 protected:
  Results() { std::filesystem::create_directories(folder_); }
  ~Results() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// @return All rows as text.
  std::string rows_of(const ResultsFile& results) const {
    results.export_csv(path("rows.csv"));
    std::ifstream file(path("rows.csv"));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("ff_results_" + std::to_string(getpid()));
};

Campaign short_runs(std::uint64_t samples) {
  return campaign_of_experiment(kStanding, {"simulation.imaging.render=false", "phases[3].timeout_s=1"},
                                samples, 1);
}

TEST(RowText, KeepsEveryBit) {
  Row row;
  row.outcome = Outcome::kFailure;
  row.cause = "capture_standing: \"not\" reached, 0.1 m";
  row.numbers.fill(0.1 + 0.2);
  row.numbers[2] = std::nan("");
  const Row again = read_row(row_text(row));
  EXPECT_EQ(again.outcome, row.outcome);
  EXPECT_EQ(again.cause, row.cause);
  EXPECT_EQ(again.numbers[1], row.numbers[1]);
  EXPECT_TRUE(std::isnan(again.numbers[2]));
  EXPECT_THROW(read_row("9\t"), std::runtime_error);
}

TEST_F(Results, AreTheSameRowsWhateverWorkersAndInterruptions) {
  const Campaign campaign = short_runs(6);
  ResultsFile one(":memory:", campaign, Opening::kNew);
  EXPECT_TRUE(run_campaign(campaign, {}, one, std::atomic<bool>(false)));
  const std::string rows = rows_of(one);
  {
    ResultsFile part(path("r.sqlite"), campaign, Opening::kNew);
    Row row = run_sample(campaign, 2, 0);
    part.add(row);
    part.commit();
    part.add(run_sample(campaign, 4, 0));  // never committed, as after kill -9
  }
  ResultsFile resumed(path("r.sqlite"), campaign, Opening::kResume);
  CampaignOptions options;
  options.workers = 2;
  EXPECT_TRUE(run_campaign(campaign, options, resumed, std::atomic<bool>(false)));
  EXPECT_EQ(rows_of(resumed), rows);
}

/// @return A child of this process, which has one.
pid_t only_child() {
  std::ifstream children("/proc/self/task/" + std::to_string(gettid()) + "/children");
  pid_t child = 0;
  children >> child;
  return child;
}

TEST_F(Results, LostWithAKilledWorkerAreMadeAnew) {
  const auto before =
      std::signal(SIGPIPE, SIG_IGN);  // as in the program: the worker may wait for its next sample
  const Campaign campaign = short_runs(6);
  ResultsFile undisturbed(":memory:", campaign, Opening::kNew);
  EXPECT_TRUE(run_campaign(campaign, {}, undisturbed, std::atomic<bool>(false)));
  {
    ResultsFile results(path("r.sqlite"), campaign, Opening::kNew);
    CampaignOptions options;
    bool killed = false;
    options.on_progress = [&](const CampaignProgress& progress) {
      if (killed || progress.done == 0 || progress.done == progress.all) return;
      killed = kill(only_child(), SIGKILL) == 0;
    };
    EXPECT_TRUE(run_campaign(campaign, options, results, std::atomic<bool>(false)));
    ASSERT_TRUE(killed);
    EXPECT_EQ(results.count_lost(), 1u);
    EXPECT_NE(rows_of(results), rows_of(undisturbed));
  }
  ResultsFile resumed(path("r.sqlite"), campaign, Opening::kResume);
  EXPECT_TRUE(run_campaign(campaign, {}, resumed, std::atomic<bool>(false)));
  EXPECT_EQ(rows_of(resumed), rows_of(undisturbed));
  std::signal(SIGPIPE, before);
}

TEST_F(Results, OfASampleThatCrashesByItselfStay) {
  Campaign campaign = short_runs(6);
  const auto keep = [&](const std::string& name, const std::vector<int>& signals) {
    ResultsFile results(path(name), campaign, Opening::kNew);
    for (std::size_t i = 0; i < signals.size(); ++i) {
      Row row;
      row.sample = i;
      row.outcome = signals[i] == 0 ? Outcome::kSuccess : Outcome::kCrashed;
      if (signals[i] != 0) row.cause = signal_text(signals[i]);
      results.add(row);
    }
    results.commit();
  };
  const auto left = [&](const std::string& name) {
    std::vector<std::uint64_t> samples;
    ResultsFile(path(name), campaign, Opening::kResume).for_each([&](const Row& row) {
      samples.push_back(row.sample);
    });
    return samples;
  };
  keep("r.sqlite", {SIGSEGV, 0, SIGKILL, SIGABRT});
  EXPECT_THAT(left("r.sqlite"), testing::ElementsAre(0, 1, 3));
  campaign.listed_by = "a search, whose later samples follow from the margins of earlier ones";
  keep("searched.sqlite", {SIGSEGV, 0, SIGKILL, SIGABRT});
  EXPECT_THAT(left("searched.sqlite"), testing::ElementsAre(0, 1));
}

TEST_F(Results, AreNotMixedWithThoseOfAnotherCampaign) {
  { const ResultsFile first(path("r.sqlite"), short_runs(6), Opening::kNew); }
  const auto error_of = [&](const Campaign& campaign, bool resume) -> std::string {
    try {
      const ResultsFile results(path("r.sqlite"), campaign, resume ? Opening::kResume : Opening::kNew);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(error_of(short_runs(6), false), HasSubstr("--resume"));
  EXPECT_EQ(error_of(short_runs(60), true), "no error") << "more samples change none that are there";
  Campaign other = short_runs(6);
  other.seed = 2;
  EXPECT_THAT(error_of(other, true), HasSubstr("another campaign: seed was different"));
  std::ofstream(path("r.sqlite"))
      << "no database, but long enough to be looked at as one, in all of its header's bytes, "
         "which are one hundred";
  EXPECT_THAT(error_of(short_runs(6), true), HasSubstr("r.sqlite"));
}

/// What a campaign of one sample that has no time to capture and one that has leaves as logs, in each of two
/// arms.
class KeptLogs : public Results {
 protected:
  /// @return The logs' names; none where there is no folder for them.
  std::vector<std::string> run(LogKeeping logs) {
    campaign_.logs = logs;
    CampaignOptions options;
    options.log_folder = path("logs");
    std::filesystem::remove_all(options.log_folder);
    ResultsFile results(":memory:", campaign_, Opening::kNew);
    EXPECT_TRUE(run_campaign(campaign_, options, results, std::atomic<bool>(false)));
    rows_ = rows_of(results);
    std::vector<std::string> names;
    if (!std::filesystem::exists(options.log_folder)) return names;
    for (const auto& entry : std::filesystem::directory_iterator(options.log_folder)) {
      names.push_back(entry.path().filename().string());
      EXPECT_TRUE(RunReader::open(entry.path().string())) << entry.path();
    }
    return names;
  }

  static Campaign one_fails() {
    Campaign campaign = campaign_of_experiment(kStanding, {"simulation.imaging.render=false"}, 2, 1);
    Draw& timeout = campaign.draws.emplace_back();
    timeout.key = "phases[3].timeout_s";
    timeout.distribution = Distribution::kChoice;
    timeout.values = {"1", "60"};
    campaign.sampling = Sampling::kListed;
    campaign.rows = {{"1"}, {"60"}};
    campaign.arms = {{"first", {}}, {"second", {}}};
    return campaign;
  }

  Campaign campaign_ = one_fails();
  std::string rows_;
};

TEST_F(KeptLogs, AreThoseThatTheCampaignAsksFor) {
  EXPECT_THAT(run(LogKeeping::kNone), testing::IsEmpty());
  EXPECT_FALSE(std::filesystem::exists(path("logs")));
  const std::string rows = rows_;
  EXPECT_THAT(rows, testing::AllOf(HasSubstr("0,\"first\",failure"), HasSubstr("1,\"first\",success")));
  EXPECT_THAT(run(LogKeeping::kFailures),
              testing::UnorderedElementsAre("sample0-arm1.mcap", "sample0-arm2.mcap"));
  EXPECT_EQ(rows_, rows) << "a row does not depend on whether the run is recorded";
  EXPECT_THAT(run(LogKeeping::kAll), testing::UnorderedElementsAre("sample0-arm1.mcap", "sample0-arm2.mcap",
                                                                   "sample1-arm1.mcap", "sample1-arm2.mcap"));
  EXPECT_EQ(rows_, rows);
}

TEST_F(Results, AreCutWhereTheIntervalIsNarrow) {
  const Campaign campaign = short_runs(40);  // too short to capture: each fails
  CampaignOptions options;
  options.workers = 2;
  options.until_half_width = 0.2;
  ResultsFile results(":memory:", campaign, Opening::kNew);
  EXPECT_TRUE(run_campaign(campaign, options, results, std::atomic<bool>(false)));
  std::uint64_t count = 0;
  results.for_each([&](const Row& row) { EXPECT_EQ(row.sample, count++); });
  EXPECT_EQ(count, 6u) << "z^2 / (n + z^2) / 2 is 0.195 for n = 6, 0.217 for 5";
}

TEST_F(Results, AreDrawnAgainstWhatPerfectKnowledgeCouldDo) {
  Campaign campaign = short_runs(4);
  campaign.arms = {{"calm", {}}, {"urgent", {}}};
  ResultsFile results(":memory:", campaign, Opening::kNew);
  EXPECT_FALSE(draw_times_the_bound(campaign, results));
  const auto add = [&](std::uint64_t sample, std::size_t arm, Outcome outcome, double closed, double bound) {
    Row row;
    row.sample = sample;
    row.arm = arm;
    row.outcome = outcome;
    row.number("grasp_time_s") = closed;
    row.number("bound_s") = bound;
    results.add(row);
  };
  add(0, 0, Outcome::kSuccess, 8.0, 2.0);
  add(0, 1, Outcome::kSuccess, 3.0, 2.0);
  add(1, 0, Outcome::kSuccess, 2.0, 1.0);
  add(1, 1, Outcome::kSuccess, 1.1, 1.0);
  add(2, 0, Outcome::kFailure, 2.0, 1.0);
  add(2, 1, Outcome::kSuccess, 1.2, 1.0);
  add(3, 1, Outcome::kFailure, 0.0, std::numeric_limits<double>::infinity());  // nobody could
  const auto figure = draw_times_the_bound(campaign, results);
  ASSERT_TRUE(figure);
  EXPECT_THAT(figure->caption, HasSubstr("calm: 2 of 3, 3.00 x in the median"));
  EXPECT_THAT(figure->caption, HasSubstr("urgent: 3 of 3, 1.20 x in the median"));
  EXPECT_THAT(draw_times_the_bound(campaign, results, true)->svg, HasSubstr("xmlns"));
}

}  // namespace
}  // namespace freefloat
