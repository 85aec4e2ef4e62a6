#include "export/export_rows.h"

#include <H5Cpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "campaign/load_campaign.h"
#include "campaign/sampling.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

/// 3000 rows, more than are written at a time, of one numeric and one wordy key.
class ExportedRows : public ::testing::Test {
 protected:
  ExportedRows() {
    campaign_ =
        campaign_of_experiment(source_dir() + "/configs/experiments/standing_target.yaml", {}, 3000, 1);
    Draw number;
    number.key = "camera.latency_ms";
    number.low = 1.0;
    number.high = 2.0;
    Draw word;
    word.key = "guidance.method";
    word.distribution = Distribution::kChoice;
    word.values = {"predictive", "7"};
    campaign_.draws = {number, word};
    ResultsFile results(":memory:", campaign_, Opening::kNew);
    for (std::uint64_t sample = 0; sample < campaign_.samples; ++sample) {
      Row row;
      row.sample = sample;
      row.outcome = sample % 3 == 0 ? Outcome::kFailure : Outcome::kSuccess;
      row.cause = sample == 1234 ? "the longest cause of all" : "";
      row.numbers[1] = 0.1 * static_cast<double>(sample);
      results.add(row);
    }
    export_rows(campaign_, results, path_);
    file_.openFile(path_, H5F_ACC_RDONLY);
  }
  ~ExportedRows() override {
    file_.close();
    std::filesystem::remove(path_);
  }

  std::vector<double> numbers(const std::string& name) const {
    std::vector<double> read(campaign_.samples);
    file_.openDataSet(name).read(read.data(), H5::PredType::NATIVE_DOUBLE);
    return read;
  }

  std::string text(const std::string& name, std::size_t row) const {
    const H5::DataSet dataset = file_.openDataSet(name);
    const H5::StrType type = dataset.getStrType();
    std::string all(type.getSize() * campaign_.samples, '\0');
    dataset.read(all.data(), type);
    const std::string one = all.substr(row * type.getSize(), type.getSize());
    return one.substr(0, one.find('\0'));
  }

  const std::string path_ = ::testing::TempDir() + "/ff_rows_" + std::to_string(getpid()) + ".h5";
  Campaign campaign_;
  H5::H5File file_;
};

TEST_F(ExportedRows, KeepEveryBitOfNumbers) {
  const std::vector<double> times = numbers("capture_time_s");
  const std::vector<double> drawn = numbers("camera.latency_ms");
  for (const std::size_t row : {0u, 1u, 2047u, 2048u, 2999u}) {
    EXPECT_EQ(times[row], 0.1 * static_cast<double>(row));
    EXPECT_EQ(drawn[row], std::stod(draw_sample(campaign_, row)[0]));
    EXPECT_EQ(numbers("sample")[row], static_cast<double>(row));
    EXPECT_EQ(numbers("outcome")[row], row % 3 == 0 ? 1.0 : 0.0);
  }
  EXPECT_TRUE(std::isnan(numbers("margin")[5]));
}

TEST_F(ExportedRows, KeepWordsThatOnlySometimesAreNumbers) {
  for (const std::size_t row : {0u, 1u, 2u, 3u, 2999u})
    EXPECT_EQ(text("guidance.method", row), draw_sample(campaign_, row)[1]);
  EXPECT_EQ(text("cause", 1234), "the longest cause of all");
  EXPECT_EQ(text("cause", 1235), "");
}

}  // namespace
}  // namespace freefloat
