// Somebody writes into the files of a run that has been checked already.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "config/load/load_experiment.h"
#include "runtime/examine_testbed.h"
#include "runtime/run_session.h"
#include "support/source_dir.h"
#include "unit/runlog/record_bytes.h"
#include "unit/runlog/temporary_file.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> run(const RunConfig& config) {
  std::vector<std::string> cycles;
  RunSession session(config);
  session.add({.on_cycle = [&](const CycleRecord& record) { cycles.push_back(bytes_of(record)); }});
  session.run();
  EXPECT_TRUE(session.phases().passed());
  return cycles;
}

TEST(ChangedFiles, AreNotReadAgainOnceARunHasBeenChecked) {
  const fs::path folder = fs::path(testing::TempDir()) / ("ff_changed_" + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::copy(source_dir() + "/configs", folder, fs::copy_options::recursive);
  const std::string experiment = (folder / "experiments/standing_target.yaml").string();
  const RunConfig config = load_experiment(experiment, {"simulation.imaging.render=false"});
  const std::vector<std::string> unchanged = run(config);
  ASSERT_GT(unchanged.size(), 500u);

  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) std::ofstream(entry.path(), std::ios::trunc) << "max_joint_rate: 1000\n";
  }
  EXPECT_EQ(run(config), unchanged);
  EXPECT_THROW(load_experiment(experiment), std::exception);  // the files are really other ones
  fs::remove_all(folder);
  EXPECT_EQ(run(config), unchanged);
}

TEST(ChangedFiles, StandInTheLogAsTheyWereRead) {
  const fs::path folder = fs::path(testing::TempDir()) / ("ff_logged_" + std::to_string(getpid()));
  fs::remove_all(folder);
  fs::copy(source_dir() + "/configs", folder, fs::copy_options::recursive);
  const RunConfig config = load_experiment((folder / "experiments/standing_target.yaml").string());
  fs::remove_all(folder);
  RunWriterOptions log;
  describe_run(config, log);
  ASSERT_EQ(log.attachments.size(), config.sources.size());
  std::ifstream file(source_dir() + "/configs/experiments/standing_target.yaml");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(log.attachments.at(0).data, text);
}

}  // namespace
}  // namespace freefloat
