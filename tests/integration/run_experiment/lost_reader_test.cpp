// Whoever reads what the program prints may go away: that must change neither the robot's motion nor the log.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "runlog/compare_runs.h"
#include "support/pseudo_terminal.h"
#include "support/read_log.h"
#include "support/run_folder.h"
#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

const std::string kStanding = source_dir() + "/configs/experiments/standing_target.yaml";

[[noreturn]] void run_standing_target(const std::string& log_dir, const char* more = nullptr) {
  signal(SIGPIPE, SIG_DFL);  // as a shell starts programs
  execl(FF_PROGRAM, FF_PROGRAM, "run", kStanding.c_str(), "--log-dir", log_dir.c_str(), more,
        static_cast<char*>(nullptr));
  _exit(127);
}

/// Reads until the text has come, then closes: the reader goes away.
void read_until(int descriptor, const std::string& text) {
  std::string said;
  std::array<char, 256> part{};
  while (said.find(text) == std::string::npos) {
    const ssize_t count = read(descriptor, part.data(), part.size());
    if (count <= 0) break;
    said.append(part.data(), static_cast<std::size_t>(count));
  }
  EXPECT_THAT(said, testing::HasSubstr(text));
  close(descriptor);
}

TEST(LostReader, AClosedPipeChangesNothingOfTheRun) {
  const TestFolder folder;
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    dup2(pipe_ends[1], STDERR_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    run_standing_target(folder.path() / "left");
  }
  close(pipe_ends[1]);
  read_until(pipe_ends[0], "settle ...");
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);

  const auto left = run_folder(folder.path() / "left", "standing_target-seed1");
  EXPECT_TRUE(std::filesystem::exists(left / "report.html"));
  run_command(std::string(FF_PROGRAM) + " run " + kStanding + " --log-dir " +
              (folder.path() / "read").string());
  const auto read_to_its_end = run_folder(folder.path() / "read", "standing_target-seed1");
  const auto comparison = compare_runs(left / "run.mcap", read_to_its_end / "run.mcap");
  ASSERT_TRUE(comparison) << comparison.error();
  EXPECT_THAT(comparison->problems, testing::IsEmpty());
  EXPECT_TRUE(comparison->same);
}

TEST(LostReader, AClosedTerminalStopsTheRobotInOrder) {
  const TestFolder folder;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  ASSERT_GE(child, 0);
  if (child == 0) run_standing_target(folder.path(), "--paced");
  read_until(terminal, "hand to target");
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 1) << "stopped by a person";

  const auto run = run_folder(folder.path(), "standing_target-seed1");
  EXPECT_TRUE(std::filesystem::exists(run / "report.html"));
  const auto log = read_run_log((run / "run.mcap").string());
  ASSERT_TRUE(log) << log.error();
  EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
  ASSERT_FALSE(log->cycles.empty());
  EXPECT_EQ(log->cycles.back().output.state, SupervisorState::kStopped);
  EXPECT_LT(log->cycles.back().truth->robot.joint_rates.cwiseAbs().maxCoeff(), 0.01);
}

TEST(LostReader, ADiskThatIsFullIsSaid) {
  const ProgramOutcome outcome =
      run_command(std::string(FF_PROGRAM) + " check " + kStanding + " 2>&1 >/dev/full");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, testing::HasSubstr("standard output could not be written"));
}

TEST(LostReader, AnswersWithoutEndEndQuietly) {
  const ProgramOutcome outcome =
      run_command("yes '{\"attitude_rad\": 0.3, \"joints_rad\": [0.5, -0.8]}' | (timeout 60 " +
                  std::string(FF_PROGRAM) + " model " + source_dir() +
                  "/configs/robots/yoshida_umetani.yaml --states - 2>&1; echo $? >&2) 2>&1 | head -1");
  EXPECT_THAT(outcome.text, testing::StartsWith("{\"joints\""));
  EXPECT_THAT(outcome.text, testing::Not(testing::HasSubstr("124"))) << "it went on for ever";
}

}  // namespace
}  // namespace freefloat
