// `freefloat campaign find-failure` as people use it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// The robot is checked, which takes a time of its own; the time allowed for it is drawn.
class FindFailureCommand : public testing::Test {
 protected:
  FindFailureCommand() { std::filesystem::create_directories(folder_); }
  ~FindFailureCommand() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// @param mean Of the time allowed, s.
  std::string campaign_file(double mean) const {
    std::ofstream(path("check.yaml"))
        << "name: check\ntestbed: " << source_dir() << "/configs/testbeds/modern.yaml\n"
        << "start: {attitude_deg: 83, joints_deg: [22, 129], mass_centre_m: [0, 0]}\ntarget: {mount: none}\n"
        << "phases:\n  - {phase: check, timeout_s: 5}\n";
    std::ofstream(path("campaign.yaml"))
        << "name: checks\nexperiment: check.yaml\nsettings: {simulation.imaging.render: false}\n"
        << "samples: 1\nsampling: random\ndraw:\n"
        << "  - {key: \"phases[0].timeout_s\", distribution: normal, mean: " << mean
        << ", sigma: 0.01, min: 0.001}\n"
        << "  - {key: camera.latency_ms, distribution: uniform, min: 5, max: 20}\n";
    return path("campaign.yaml");
  }

  ProgramOutcome freefloat(const std::string& arguments) const {
    return run_command(FF_PROGRAM + std::string(" ") + arguments + " --log-dir " + folder_.string() + " 2>" +
                       path("errors"));
  }

  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("ff_find_failure_command_" + std::to_string(getpid()));
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  if (line.ends_with(',')) cells.emplace_back();
  return cells;
}

/// Every number that running it again prints is the row's, to the last digit.
TEST_F(FindFailureCommand, PrintsTheCommandThatRunsTheFailureAgain) {
  const ProgramOutcome found =
      freefloat("campaign find-failure " + campaign_file(0.06) +
                " --jobs 2 --generation 40 --runs 60 --json --csv " + path("rows.csv"));
  ASSERT_EQ(found.exit_code, 0) << found.text;
  const auto json = nlohmann::json::parse(found.text);
  const auto& nearest = json.at("nearest");
  EXPECT_THAT(nearest.at("cause").get<std::string>(), HasSubstr("check: timed out after"));
  EXPECT_EQ(nearest.at("drawn").at(0).at("unit"), "s");
  EXPECT_EQ(nearest.at("drawn").at(1).at("unit"), "ms");
  EXPECT_GT(nearest.at("standard_deviations"), 2.0);
  const std::string command = nearest.at("command");
  ASSERT_TRUE(command.starts_with("freefloat campaign "));
  const ProgramOutcome again = freefloat(command.substr(10));
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.text, HasSubstr("failure: check: timed out after"));

  std::ifstream rows(path("rows.csv"));
  std::string line;
  std::getline(rows, line);
  const std::vector<std::string> names = cells_of(line);
  for (int i = -1; i < nearest.at("sample"); ++i) std::getline(rows, line);
  const std::vector<std::string> cells = cells_of(line);
  int compared = 0;
  // From the end: the cause before them has commas.
  for (std::size_t back = 1; back <= names.size() - 5; ++back) {
    const std::string& name = names[names.size() - back];
    const std::string& cell = cells[cells.size() - back];
    if (cell.empty()) continue;
    EXPECT_THAT(again.text,
                HasSubstr(name + (name.find('.') == std::string::npos ? ": " : "=") + cell + "\n"));
    ++compared;
  }
  EXPECT_GT(compared, 6);
}

TEST_F(FindFailureCommand, SaysInWordsWhatItFound) {
  const ProgramOutcome found =
      freefloat("campaign find-failure " + campaign_file(0.06) + " --jobs 2 --generation 40 --runs 20");
  EXPECT_EQ(found.exit_code, 0);
  for (const char* words : {"standard deviations from the medians", "phases[0].timeout_s = ", "cause ",
                            "again ", "effective sample size", "one failure in about", "not to be trusted"})
    EXPECT_THAT(found.text, HasSubstr(words));
  EXPECT_TRUE(std::filesystem::exists(path("checks-failure.sqlite")));
}

TEST_F(FindFailureCommand, EndsWithOneWhereItFoundNone) {
  const ProgramOutcome none = freefloat("campaign find-failure " + campaign_file(60.0) +
                                        " --jobs 2 --generation 20 --generations 2 --runs 10");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.text, HasSubstr("none among 50 runs; the smallest margin was 1.000"));
  EXPECT_THAT(none.text, HasSubstr("there is no probability"));
}

}  // namespace
}  // namespace freefloat
