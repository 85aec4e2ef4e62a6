#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "support/read_log.h"
#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

ProgramOutcome run_program(const std::string& arguments) {
  return run_command(std::string(FF_PROGRAM) + " " + arguments);
}

std::string experiment_file(const std::string& name) {
  return source_dir() + "/configs/experiments/" + name + ".yaml";
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Too short for a capture.
const std::string kShort = " --set 'phases=[{phase: settle, duration_s: 0.3}, {phase: check, timeout_s: 2}]'";

/// A folder for one test's runs, removed again.
class RunCommand : public testing::Test {
 protected:
  RunCommand()
      : folder_(std::filesystem::path(testing::TempDir()) /
                ("runs_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::remove_all(folder_);
  }
  ~RunCommand() override { std::filesystem::remove_all(folder_); }

  std::string log_dir() const { return " --log-dir " + folder_.string(); }

  std::filesystem::path folder_;
};

TEST_F(RunCommand, CapturesInEveryShippedExperimentAndNamesLogAndReport) {
  for (const std::string name : {"standing_target", "moving_target", "irregular_target"}) {
    const ProgramOutcome outcome = run_program("run " + experiment_file(name) + log_dir());
    EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
    for (const std::string file : {"run.mcap", "report.html"}) {
      const std::filesystem::path path = run_folder(folder_, name + "-seed1") / file;
      EXPECT_THAT(outcome.text, HasSubstr(path.string()));
      EXPECT_GT(std::filesystem::file_size(path), 10'000u);
    }
    EXPECT_THAT(outcome.text, HasSubstr("PASSED"));
  }
}

TEST_F(RunCommand, TheExperimentThatIsMeantToFailFails) {
  const ProgramOutcome outcome =
      run_program("run " + experiment_file("moving_target_without_gws") + log_dir());
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("FAILED"));
}

TEST_F(RunCommand, SameSeedSameDataAnotherSeedOther) {
  for (const std::string name : {"standing_target", "irregular_target"}) {
    const std::string command = "run " + experiment_file(name) + log_dir();
    run_program(command + " --seed 5");
    run_program(command + " --seed 5");
    run_program(command + " --seed 6");
    const auto same = run_folders(folder_, name + "-seed5");
    ASSERT_EQ(same.size(), 2u);
    const auto diff = [&](const std::filesystem::path& other) {
      return run_program("log diff " + (same[0] / "run.mcap").string() + " " + (other / "run.mcap").string());
    };
    EXPECT_EQ(diff(same[1]).exit_code, 0) << diff(same[1]).text;
    EXPECT_EQ(diff(run_folder(folder_, name + "-seed6")).exit_code, 1) << name;
  }
}

TEST_F(RunCommand, FolderAndLogTellWhenItWas) {
  const auto before = std::chrono::system_clock::now().time_since_epoch();
  const ProgramOutcome outcome =
      run_program("run " + experiment_file("standing_target") + log_dir() + kShort + " --json 2>/dev/null");
  const auto after = std::chrono::system_clock::now().time_since_epoch();
  const nlohmann::json answer = nlohmann::json::parse(outcome.text);
  const std::string started = answer.at("started");  // 2026-11-22T03:15:02.123+01:00
  std::string stamp = started.substr(0, 19);
  std::erase(stamp, ':');
  stamp[10] = '_';
  const std::filesystem::path folder = run_folder(folder_, "standing_target-seed1");
  EXPECT_THAT(folder.filename().string(), testing::StartsWith(stamp));
  EXPECT_THAT(read_bytes(folder / "report.html"), HasSubstr(started));

  const auto check_time = [&](const McapMessage& message) {
    EXPECT_GE(message.log_time_ns, static_cast<std::uint64_t>(std::chrono::nanoseconds(before).count()));
    // Simulated time may run ahead of the wall clock.
    EXPECT_LE(message.log_time_ns,
              static_cast<std::uint64_t>(std::chrono::nanoseconds(after + std::chrono::minutes(1)).count()));
  };
  ASSERT_TRUE(read_mcap((folder / "run.mcap").string(), check_time));
}

TEST_F(RunCommand, TheCommandThatItNamesRunsTheSameAgain) {
  const std::string fault = "faults=[{fault: marker_hidden, index: 1, begin_s: 0.1, end_s: 0.2}]";
  run_program("run " + experiment_file("standing_target") + log_dir() + kShort +
              " --seed 7 --testbed modern --readonly --acknowledge --paced --set '" + fault +
              "' --set 'loop.period_ms=25'");
  const std::filesystem::path first = run_folder(folder_, "standing_target-seed7");
  const auto log = read_run_log((first / "run.mcap").string());
  ASSERT_TRUE(log) << log.error();
  const std::string command = log->metadata_value("freefloat.run", "command");
  for (const char* part : {"--paced", "--readonly", "--acknowledge", "--set loop.period_ms=25"})
    EXPECT_THAT(command, HasSubstr(part));
  EXPECT_THAT(read_bytes(first / "report.html"), HasSubstr("--paced"));
  const std::string program = "freefloat ";
  ASSERT_THAT(command, testing::StartsWith(program));
  run_program(command.substr(program.size()) + log_dir());
  const auto both = run_folders(folder_, "standing_target-seed7");
  ASSERT_EQ(both.size(), 2u);
  const ProgramOutcome diff =
      run_program("log diff " + (both[0] / "run.mcap").string() + " " + (both[1] / "run.mcap").string());
  EXPECT_EQ(diff.exit_code, 0) << diff.text;
  EXPECT_THAT(diff.text, testing::Not(HasSubstr("identity"))) << "the command is the same, too";
}

TEST_F(RunCommand, AnnouncesNoTroubleWhereThereIsNone) {
  const ProgramOutcome outcome =
      run_program("run " + experiment_file("standing_target") + log_dir() + kShort + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, testing::Not(HasSubstr("link:")));
}

TEST_F(RunCommand, SaysWhereTheHandIsSparselyInAPipe) {
  const ProgramOutcome outcome =
      run_program("run " + experiment_file("standing_target") + log_dir() + " --readonly");
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = outcome.text.find("hand to target", at)) != std::string::npos; ++at) ++lines;
  EXPECT_GE(lines, 1u);
  EXPECT_LE(lines, 5u) << "40 s of waiting";
  EXPECT_THAT(outcome.text, testing::Not(HasSubstr("\033"))) << "nothing for terminals";
}

TEST_F(RunCommand, JsonParsesAndTellsWhatTheTableTells) {
  const ProgramOutcome outcome =
      run_program("run " + experiment_file("standing_target") + log_dir() + " --json 2>/dev/null");
  ASSERT_EQ(outcome.exit_code, 0);
  const nlohmann::json answer = nlohmann::json::parse(outcome.text);
  EXPECT_EQ(answer.at("passed"), true);
  EXPECT_EQ(answer.at("phases").size(), 7u);
  EXPECT_EQ(answer.at("phases").at(3).at("verdict"), "passed");
  EXPECT_LT(answer.at("phases").at(3).at("distance_m"), 0.005);
  EXPECT_TRUE(std::filesystem::exists(answer.at("log").get<std::string>()));
  EXPECT_TRUE(std::filesystem::exists(answer.at("report").get<std::string>()));
}

TEST_F(RunCommand, CtrlCStopsTheRobotClosesTheLogAndWritesTheReport) {
  const std::filesystem::path output = folder_.string() + ".out";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (freopen(output.c_str(), "w", stdout) == nullptr) _exit(126);
    execl(FF_PROGRAM, FF_PROGRAM, "run", experiment_file("standing_target").c_str(), "--paced", "--log-dir",
          folder_.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  // The capture has begun when its line is there; a machine under load may take its time.
  for (int i = 0; i < 600 && read_bytes(output).find("capture_standing ...") == std::string::npos; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  kill(child, SIGINT);
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(read_bytes(output), HasSubstr("STOPPED  by a person"));
  std::filesystem::remove(output);

  const std::filesystem::path run = run_folder(folder_, "standing_target-seed1");
  EXPECT_THAT(read_bytes(run / "report.html"), HasSubstr("</html>"));
  const auto log = read_run_log((run / "run.mcap").string());
  ASSERT_TRUE(log) << log.error();
  EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
  ASSERT_FALSE(log->cycles.empty());
  const CycleRecord& last = log->cycles.back();
  EXPECT_EQ(last.output.state, SupervisorState::kStopped);
  EXPECT_TRUE(last.output.command.stop);
  ASSERT_TRUE(last.truth);
  EXPECT_LT(last.truth->robot.joint_rates.cwiseAbs().maxCoeff(), 0.01);
}

TEST_F(RunCommand, MistakesAreNamedWithTheirPlaceBeforeAnythingMoves) {
  const auto refusal = [&](const std::string& arguments) {
    const ProgramOutcome outcome = run_program("run " + arguments + " 2>&1");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.text, HasSubstr("error: "));
    return outcome.text;
  };
  const std::string standing = experiment_file("standing_target");
  EXPECT_THAT(refusal("no_such_file.yaml" + log_dir()),
              HasSubstr("no_such_file.yaml: the file does not exist"));
  EXPECT_THAT(refusal(standing + " --log-dir /proc/nowhere"), HasSubstr("--log-dir /proc/nowhere"));
  const std::string reach = refusal(standing + log_dir() + " --set 'target.position_m=[0.7,0.7]'");
  EXPECT_THAT(reach, HasSubstr("the robot cannot reach the target"));
  const std::string small = refusal(standing + log_dir() + " --set 'table.size_m=[0.6,0.6]'");
  EXPECT_THAT(small, HasSubstr("smaller than the robot"));
  const std::string blind = refusal(standing + log_dir() + " --set 'camera.position_m=[0,0,1.2]'");
  EXPECT_THAT(blind, HasSubstr("does not see the whole table"));
  const std::string escape = refusal(standing + log_dir() + " --set name=../../outside");
  EXPECT_THAT(escape, HasSubstr("name: `../../outside`: cannot be a folder's name"));

  std::filesystem::create_directories(folder_);
  const std::filesystem::path wrong = folder_ / "wrong.yaml";
  std::ofstream(wrong) << "name: wrong\ntestbed: " << source_dir()
                       << "/configs/testbeds/modern.yaml\nseeed: 3\n";
  const std::string key = refusal(wrong.string() + log_dir());
  EXPECT_THAT(key, HasSubstr(wrong.string() + ":3"));
  EXPECT_THAT(key, HasSubstr("seeed"));
}

}  // namespace
}  // namespace freefloat
