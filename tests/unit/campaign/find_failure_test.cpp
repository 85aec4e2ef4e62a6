#include "campaign/find_failure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "campaign/load_campaign.h"
#include "campaign/sampling.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// The robot is checked, which takes a time of its own; the time allowed for it is drawn.
class FindFailure : public ::testing::Test {
 protected:
  FindFailure() {
    std::filesystem::create_directories(folder_);
    std::ofstream(path("check.yaml"))
        << "name: check\ntestbed: " << source_dir()
        << "/configs/testbeds/modern.yaml\n"
           "start: {attitude_deg: 83, joints_deg: [22, 129], mass_centre_m: [0, 0]}\ntarget: {mount: none}\n"
           "phases:\n  - {phase: check, timeout_s: 5}\n";
    std::ofstream(path("campaign.yaml"))
        << "name: checks\nexperiment: check.yaml\n"
           "settings: {simulation.imaging.render: false}\n"
           "samples: 1\nsampling: random\n"
           "draw:\n"
           "  - {key: \"phases[0].timeout_s\", distribution: normal, "
           "mean: 0.06, sigma: 0.01, min: 0.001}\n"
           "  - {key: camera.latency_ms, distribution: uniform, min: 5, max: 20}\n";
    search_.generation = 20;
    search_.estimate = 20;
  }
  ~FindFailure() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  FailureSearch find(const std::string& results, int workers, bool resume = false,
                     std::optional<std::uint64_t> interrupt_after = std::nullopt) {
    listed_ = listed_campaign(load_campaign(path("campaign.yaml")), 0, search_);
    ResultsFile file(results, listed_, resume ? Opening::kResume : Opening::kNew);
    FindFailureOptions options;
    options.search = search_;
    options.workers = workers;
    std::atomic<bool> stop = false;
    options.on_progress = [&](const SearchProgress& progress) {
      if (interrupt_after && progress.done >= *interrupt_after) stop = true;
    };
    FailureSearch search = find_failure(listed_, options, file, stop);
    file.export_csv(path("rows.csv"));
    std::ifstream csv(path("rows.csv"));
    rows_ = {std::istreambuf_iterator<char>(csv), {}};
    return search;
  }

  std::filesystem::path folder_ =
      std::filesystem::path(::testing::TempDir()) / ("ff_find_failure_" + std::to_string(getpid()));
  SearchOptions search_;
  Campaign listed_;
  std::string rows_;
};

TEST_F(FindFailure, IsTheSameWhateverWorkersAndInterruptions) {
  const FailureSearch whole = find(":memory:", 1);
  const std::string rows = rows_;
  ASSERT_TRUE(whole.nearest);
  EXPECT_TRUE(find(path("r.sqlite"), 2, false, 50).interrupted);
  const FailureSearch resumed = find(path("r.sqlite"), 2, true);
  EXPECT_EQ(rows_, rows);
  EXPECT_EQ(resumed.nearest, whole.nearest);
  EXPECT_EQ(resumed.estimate.probability, whole.estimate.probability);
}

TEST_F(FindFailure, IsNotGoneOnWithByAnotherSearch) {
  find(path("r.sqlite"), 2, false, 1);
  search_.generation = 50;
  try {
    find(path("r.sqlite"), 2, true);
    FAIL() << "the rows are of other worlds";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("search was different"));
  }
}

TEST_F(FindFailure, TheToldWorldIsTheSameRun) {
  const FailureSearch search = find(":memory:", 2);
  ASSERT_TRUE(search.nearest);
  const Row found = run_sample(listed_, *search.nearest, 0);
  EXPECT_EQ(found.outcome, Outcome::kFailure);
  EXPECT_THAT(found.cause, HasSubstr("timed out"));
  const std::vector<std::string>& values = listed_.rows[*search.nearest];
  const Campaign told = told_sample(load_campaign(path("campaign.yaml")),
                                    {"camera.latency_ms=" + values[1], "phases[0].timeout_s=" + values[0]},
                                    run_seed(listed_, *search.nearest));
  EXPECT_EQ(row_text(run_sample(told, 0, 0)), row_text(found));
}

TEST_F(FindFailure, ToldWorldsNameEachDrawnKeyOnce) {
  const Campaign campaign = load_campaign(path("campaign.yaml"));
  const auto error_of = [&](const std::vector<std::string>& settings) -> std::string {
    try {
      told_sample(campaign, settings, 1);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(error_of({"camera.latency_ms=5"}), HasSubstr("phases[0].timeout_s is missing"));
  EXPECT_THAT(error_of({"camera.latency_ms=5", "camera.latency_ms=6"}), HasSubstr("told twice"));
  EXPECT_THAT(error_of({"camera.exposure_us=5"}), HasSubstr("--draw camera.exposure_us=5"));
}

TEST_F(FindFailure, WantsKeysThatAreDrawnFromDistributions) {
  Campaign campaign = load_campaign(path("campaign.yaml"));
  campaign.sampling = Sampling::kGrid;
  EXPECT_THROW(listed_campaign(campaign, 0, search_), std::runtime_error);
  campaign.sampling = Sampling::kSobol;
  campaign.draws.clear();
  EXPECT_THROW(listed_campaign(campaign, 0, search_), std::runtime_error);
}

}  // namespace
}  // namespace freefloat
