// The whole program is stopped in mid-motion and goes on later, as SIGSTOP, a debugger or a suspended laptop
// do it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "safety/fault_table.h"
#include "support/read_log.h"
#include "support/run_folder.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

constexpr Duration kStopped = std::chrono::milliseconds(600);

/// @return What the program says, from its terminal, until the text has come or the program has ended.
std::string hear_until(int terminal, const std::string& text) {
  std::string said;
  std::array<char, 256> part{};
  while (text.empty() || said.find(text) == std::string::npos) {
    const ssize_t count = read(terminal, part.data(), part.size());
    if (count <= 0) break;
    said.append(part.data(), static_cast<std::size_t>(count));
  }
  return said;
}

TEST(StoppedProgram, HoldsWhenItGoesOnAndSaysWhatHappened) {
  const TestFolder folder;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  ASSERT_GE(child, 0);
  if (child == 0) {
    const std::string experiment = source_dir() + "/configs/experiments/standing_target.yaml";
    execl(FF_PROGRAM, FF_PROGRAM, "run", experiment.c_str(), "--real-time", "--log-dir",
          folder.path().c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  ASSERT_THAT(hear_until(terminal, "hand to target"), testing::HasSubstr("hand to target"));
  kill(child, SIGSTOP);
  usleep(static_cast<useconds_t>(kStopped / std::chrono::microseconds(1)));
  kill(child, SIGCONT);
  const std::string said = hear_until(terminal, "");
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(said, testing::HasSubstr("loop_stalled: the program did not run"));

  const auto log = read_run_log((run_folder(folder.path(), "standing_target-seed1") / "run.mcap").string());
  ASSERT_TRUE(log) << log.error();
  EXPECT_TRUE(log->result.file.complete) << log->result.file.problem;
  const auto& cycles = log->cycles;
  const auto after = std::adjacent_find(cycles.begin(), cycles.end(), [](const auto& one, const auto& next) {
    return next.output.now - one.output.now > kStopped / 2;
  });
  ASSERT_NE(after, cycles.end()) << "no gap in the log";
  EXPECT_EQ(after->output.state, SupervisorState::kActive);
  EXPECT_NE((after + 1)->output.faults & fault_bit(Fault::kLoopStalled), 0u);
  for (auto cycle = after + 1; cycle != cycles.end(); ++cycle) {
    EXPECT_NE(cycle->output.state, SupervisorState::kActive);
    // A hold may ramp what was commanded last.
    EXPECT_LE(cycle->output.command.rates.norm(), after->output.command.rates.norm());
  }
  EXPECT_LT(cycles.back().truth->robot.joint_rates.cwiseAbs().maxCoeff(), 0.01);
}

}  // namespace
}  // namespace freefloat
