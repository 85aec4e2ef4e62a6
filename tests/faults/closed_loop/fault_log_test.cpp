#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "support/read_log.h"
#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

namespace fs = std::filesystem;

/// The program itself, with one fault; it must neither crash nor lose its log.
class FaultLog : public testing::TestWithParam<std::string> {};

TEST_P(FaultLog, IsKeptAndThePhaseSaysWhy) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("fault_log_" + std::to_string(getpid()) + "_" + GetParam());
  fs::remove_all(folder);
  const std::string command = std::string(FF_PROGRAM) + " run " + source_dir() +
                              "/configs/experiments/standing_target.yaml --log-dir " + folder.string() +
                              " --set 'faults=[{fault: " + GetParam() +
                              ", begin_s: 3, end_s: 60, index: 1}]' 2>&1";
  const auto [exit_code, text] = run_command(command);
  EXPECT_EQ(exit_code, 1) << text;
  EXPECT_THAT(text, testing::HasSubstr("capture_standing FAILED: "));

  const auto log = read_run_log((run_folder(folder, "standing_target-seed1") / "run.mcap").string());
  ASSERT_TRUE(log) << log.error();
  EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
  ASSERT_FALSE(log->cycles.empty());
  EXPECT_GT(log->cycles.back().input.now, Time{} + std::chrono::seconds(3));
  bool told = false;
  for (const PhaseEvent& event : log->phases) told = told || !event.reason.view().empty();
  EXPECT_TRUE(told);
  fs::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultLog,
                         testing::Values("link_cut", "link_garbage", "board_reset", "board_version",
                                         "pot_stuck", "tacho_stuck", "pot_broken", "motor_inverted"));

}  // namespace
}  // namespace freefloat
