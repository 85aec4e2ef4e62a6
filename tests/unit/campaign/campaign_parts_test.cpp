#include "campaign/campaign_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "campaign/load_campaign.h"
#include "campaign/slurm.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Seven quick samples in three parts.
class CampaignParts : public ::testing::Test {
 protected:
  CampaignParts() {
    std::filesystem::create_directories(folder_);
    plan_.name = campaign_.name;
    plan_.samples = campaign_.samples;
    plan_.parts = 3;
    begin_parts(campaign_, folder_);
  }
  ~CampaignParts() override { std::filesystem::remove_all(folder_); }

  void compute(std::uint64_t part) const {
    EXPECT_TRUE(compute_part(campaign_, plan_, part, folder_, {}, std::atomic<bool>(false)));
  }

  std::string rows_of(const ResultsFile& results) const {
    results.export_csv(folder_ + "/rows.csv");
    std::ifstream file(folder_ + "/rows.csv");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::string rows_computed_here() const {
    ResultsFile results(":memory:", campaign_, Opening::kNew);
    run_campaign(campaign_, {}, results, std::atomic<bool>(false));
    return rows_of(results);
  }

  template <class Work>
  static std::string error_of(Work&& work) {
    try {
      work();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no error";
  }

  static Campaign short_runs(std::uint64_t samples) {
    return campaign_of_experiment(source_dir() + "/configs/experiments/standing_target.yaml",
                                  {"simulation.imaging.render=false", "phases[3].timeout_s=1"}, samples, 1);
  }

  const Campaign campaign_ = short_runs(7);
  const std::string folder_ = ::testing::TempDir() + "/ff_parts_" + std::to_string(getpid());
  PartsPlan plan_;
};

TEST_F(CampaignParts, HoldEverySampleOnce) {
  for (plan_.samples = 1; plan_.samples < 40; ++plan_.samples) {
    for (plan_.parts = 1; plan_.parts <= plan_.samples; ++plan_.parts) {
      std::uint64_t next = 0;
      for (std::uint64_t part = 1; part <= plan_.parts; ++part) {
        EXPECT_EQ(part_samples(plan_, part).begin, next);
        next = part_samples(plan_, part).end;
        EXPECT_GT(next, part_samples(plan_, part).begin);
      }
      EXPECT_EQ(next, plan_.samples);
    }
  }
}

TEST_F(CampaignParts, GiveTheRowsOfOneMachine) {
  for (const std::uint64_t part : {3, 1}) compute(part);
  EXPECT_THAT(missing_parts(plan_, folder_), ElementsAre(2));
  ResultsFile results(folder_ + "/all.sqlite", campaign_, Opening::kNew);
  EXPECT_EQ(merge_parts(campaign_, plan_, folder_, results), 5u);
  EXPECT_NE(rows_of(results), rows_computed_here());
  compute(2);
  EXPECT_EQ(merge_parts(campaign_, plan_, folder_, results), 2u) << "what is there stays";
  EXPECT_EQ(rows_of(results), rows_computed_here());
}

TEST_F(CampaignParts, AreNotWrittenWhenInterrupted) {
  EXPECT_FALSE(compute_part(campaign_, plan_, 1, folder_, {}, std::atomic<bool>(true)));
  EXPECT_EQ(missing_parts(plan_, folder_).size(), 3u);
}

TEST_F(CampaignParts, AreOfOneCampaignAndOneProgram) {
  Campaign other = campaign_;
  other.seed = 2;
  const std::string error =
      error_of([&] { compute_part(other, plan_, 1, folder_, {}, std::atomic<bool>(false)); });
  EXPECT_THAT(error, HasSubstr("identity.sqlite: is of another campaign: seed was different"));
  EXPECT_EQ(missing_parts(plan_, folder_).size(), 3u);
}

TEST_F(CampaignParts, ThatLackRowsAreNotMerged) {
  compute(1);
  compute(2);
  std::filesystem::copy_file(part_path(folder_, 1), part_path(folder_, 3));
  ResultsFile results(":memory:", campaign_, Opening::kNew);
  EXPECT_THAT(error_of([&] { merge_parts(campaign_, plan_, folder_, results); }),
              HasSubstr("part-000003.sqlite: has sample 0, which belongs to another part"));
  PartsPlan fewer = plan_;
  fewer.parts = 1;
  EXPECT_THAT(error_of([&] { merge_parts(campaign_, fewer, folder_, results); }),
              HasSubstr("part-000001.sqlite: lacks rows"));
}

TEST_F(CampaignParts, ThatContradictTheResultsAreNamed) {
  compute(1);
  ResultsFile results(":memory:", campaign_, Opening::kNew);
  Row row = run_sample(campaign_, 1, 0);
  row.cause = "a machine that counts otherwise";
  results.add(row);
  EXPECT_THAT(error_of([&] { merge_parts(campaign_, plan_, folder_, results); }),
              HasSubstr("sample 1 is not as in the results"));
}

TEST_F(CampaignParts, LastAsLongAsATaskMay) {
  plan_.samples = 1000;
  plan_.arms = 2;
  plan_.row_s = 0.3;
  plan_.workers = 4;
  EXPECT_EQ(choose_part_count(plan_, 60.0), 3u) << "600 s of work, four at a time, a minute each";
  EXPECT_EQ(choose_part_count(plan_, 0.01), 1000u) << "a sample is not divided";
}

TEST_F(CampaignParts, ArePlannedInAFile) {
  plan_.settings = {"name=\"a b\"", "gain=2"};
  plan_.row_s = 0.1 + 0.2;
  plan_.arrays = {{4711, 0}, {4712, 1000}};
  write_parts_plan(plan_, folder_);
  const PartsPlan read = read_parts_plan(folder_);
  EXPECT_EQ(read.settings, plan_.settings);
  EXPECT_EQ(read.row_s, plan_.row_s);
  ASSERT_EQ(read.arrays.size(), 2u);
  EXPECT_EQ(read.arrays[1].job, 4712u);
  EXPECT_EQ(read.arrays[1].before, 1000u);
  std::ofstream(folder_ + "/campaign.json") << "{\"name\": 3}";
  EXPECT_THAT(error_of([&] { read_parts_plan(folder_); }), HasSubstr("is no plan of a campaign"));
  EXPECT_THAT(error_of([&] { read_parts_plan(folder_ + "/none"); }), HasSubstr("--print-commands"));
}

TEST(SlurmArrays, StayBelowTheClustersLargestTask) {
  const std::vector<ArraySlice> slices = slice_arrays({1, 2, 1000, 1001, 3000}, 1000);
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_THAT(slices[0].tasks, ElementsAre(1, 2, 1000));
  EXPECT_EQ(slices[1].before, 1000u);
  EXPECT_THAT(slices[1].tasks, ElementsAre(1));
  EXPECT_EQ(slices[2].before, 2000u);
  EXPECT_THAT(slices[2].tasks, ElementsAre(1000));
  EXPECT_EQ(largest_task("Configuration data\nMaxArraySize            = 5001\nMaxJobCount = 10\n"), 5000u);
  EXPECT_EQ(largest_task("nothing"), 1000u);
}

TEST(SlurmArrays, NameTheirTasksInRanges) {
  EXPECT_EQ(number_ranges({1, 2, 3, 7, 9, 10}), "1-3,7,9-10");
  EXPECT_EQ(number_ranges({}), "");
}

TEST(SlurmArrays, AreFoundInTheQueue) {
  PartsPlan plan;
  plan.arrays = {{7, 0}, {9, 1000}};
  const QueuedParts queued =
      read_queue(plan, "7 3 RUNNING\n9 1 PENDING\n8 4 RUNNING\n7 2 RUNNING\n12 N/A RUNNING\n7 5 REQUEUED\n");
  EXPECT_THAT(queued.running, ElementsAre(2, 3));
  EXPECT_THAT(queued.waiting, ElementsAre(5, 1001));
}

}  // namespace
}  // namespace freefloat
