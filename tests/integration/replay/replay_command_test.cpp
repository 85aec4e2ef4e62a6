// `freefloat replay` as people use it: what it says, and its exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;

ProgramOutcome run(const std::string& command) {
  return run_command(command + " 2>&1");
}

ProgramOutcome replay(const std::string& arguments) {
  return run(std::string(FF_PROGRAM) + " replay " + arguments);
}

std::string recorded(const std::string& name) {
  return source_dir() + "/tests/data/" + name + ".mcap";
}

class ReplayCommand : public testing::Test {
 protected:
  ReplayCommand() : folder_(testing::TempDir() + "/replay_command_" + std::to_string(getpid())) {
    std::filesystem::create_directories(folder_);
  }
  ~ReplayCommand() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

TEST_F(ReplayCommand, VerifiesWithItsExitCode) {
  const ProgramOutcome same = replay(recorded("standing") + " --verify");
  EXPECT_EQ(same.exit_code, 0) << same.text;
  EXPECT_THAT(same.text, HasSubstr("every bit of every output is as logged"));
  const ProgramOutcome flipped =
      run(std::string(FF_FLIP_INPUT_BIT) + " " + recorded("standing") + " " + path("flipped.mcap") + " 3");
  ASSERT_EQ(flipped.exit_code, 0) << flipped.text;
  std::uint64_t cycle = 0;
  std::string field;
  std::istringstream(flipped.text) >> cycle >> field;
  const ProgramOutcome found = replay(path("flipped.mcap") + " --verify");
  EXPECT_EQ(found.exit_code, 1);
  EXPECT_THAT(found.text, HasSubstr("the input of cycle " + std::to_string(cycle) + " at"));
  EXPECT_THAT(found.text, HasSubstr("input." + field));
}

TEST_F(ReplayCommand, AnswersWhatIfInWordsJsonAndAPage) {
  const std::string change = " --set guidance.max_hand_speed_m_s=0.05 --report " + path("page.html");
  const ProgramOutcome text = replay(recorded("standing") + change);
  EXPECT_EQ(text.exit_code, 0) << text.text;
  EXPECT_THAT(text.text, HasSubstr("cycles at the rate limit"));
  EXPECT_THAT(text.text, HasSubstr("cannot be known from this"));
  std::ifstream page(path("page.html"));
  std::stringstream html;
  html << page.rdbuf();
  EXPECT_THAT(html.str(), HasSubstr("Predicted path of the hand"));
  EXPECT_THAT(html.str(), HasSubstr("guidance.max_hand_speed_m_s=0.05"));
  const ProgramOutcome json = replay(recorded("standing") + change + " --json");
  const auto answer = nlohmann::json::parse(json.text);
  EXPECT_GT(answer.at("what_if").at("different_commands"), 20);
  EXPECT_EQ(answer.at("what_if").at("report"), path("page.html"));
}

TEST_F(ReplayCommand, RefusesWhatItWouldHaveToIgnore) {
  for (const char* options :
       {"--branch-at 2 --verify", "--branch-at 2 --from 1", "--branch-at 2 --from-frames",
        "--report page.html", "--from 5 --to 4", "--from 500"}) {
    const ProgramOutcome outcome = replay(recorded("standing") + " " + options);
    EXPECT_NE(outcome.exit_code, 0) << options;
    EXPECT_THAT(outcome.text, Not(HasSubstr("as logged"))) << options;
  }
}

TEST_F(ReplayCommand, TellsWhichPicturesWereLeftOutOfTheLog) {
  const std::string recording =
      " --testbed paper --set phases[0].duration_s=0.2 --set recording.whole_pictures_hz=30"
      " --set recording.whole_pictures_bytes_per_s=1e6 --log-dir ";
  const ProgramOutcome outcome = run(std::string(FF_PROGRAM) + " run " + source_dir() +
                                     "/configs/experiments/standing_target.yaml" + recording + path("runs"));
  EXPECT_THAT(outcome.text, HasSubstr("left out of it: windows of 0 pictures, "));
  const ProgramOutcome info = run(std::string(FF_PROGRAM) + " log info " +
                                  (run_folder(path("runs"), "standing_target-seed1") / "run.mcap").string());
  EXPECT_THAT(info.text, HasSubstr("dropped: windows of 0, "));
  EXPECT_THAT(info.text, Not(HasSubstr("dropped: windows of 0, 0 whole")));
}

}  // namespace
}  // namespace freefloat
