#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "support/run_program.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// The native board, by its ports in a folder of its own, and programs that talk to it.
class HilRun : public testing::Test {
 protected:
  HilRun() {
    std::string name = testing::TempDir() + "ff_hil_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
    folder_ = name;
  }

  ~HilRun() override {
    if (board_ > 0) {
      kill(board_, SIGTERM);
      waitpid(board_, nullptr, 0);
    }
    std::filesystem::remove_all(folder_);
  }

  void start_board() {
    board_ = fork();
    if (board_ == 0) {
      execl(FF_NATIVE_BOARD, "ff_posix_board", "--link", folder_.c_str(), nullptr);
      _exit(1);
    }
    for (int i = 0; i < 500 && !std::filesystem::exists(folder_ + "/instrument"); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  /// @param arguments Of `freefloat run` beside experiment and ports.
  Outcome run(const std::string& arguments) const {
    const std::string command =
        std::string(FF_PROGRAM) + " run " FF_SOURCE_DIR "/tests/integration/hil/still.yaml" +
        " --set hardware.link.port=" + folder_ + "/command" +
        " --set hardware.plant.instrument_port=" + folder_ + "/instrument --no-log " + arguments + " 2>&1";
    return run_command(command);
  }

  std::string folder_;
  pid_t board_ = -1;
};

TEST_F(HilRun, ArmsTheRobotTwiceInARowThroughRealBytes) {
  start_board();
  for (int i = 0; i < 2; ++i) {  // the second finds the board as the first should have left it: off
    const Outcome outcome = run("");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("board: posix"));
    EXPECT_THAT(outcome.text, HasSubstr("5 of 5 phases passed"));
  }
}

TEST_F(HilRun, ReadonlyArmsNothing) {
  start_board();
  const Outcome outcome = run("--readonly");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("OBSERVED  nothing was commanded"));
}

TEST_F(HilRun, BoardOfAnotherRobotIsNotArmed) {
  start_board();
  const Outcome outcome = run("--set robot.links[0].mass_kg=0.9");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("freefloat board-parameters"));
}

TEST_F(HilRun, WithoutABoardItSaysHowToGetOne) {
  const Outcome outcome = run("");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr(folder_ + "/command"));
  EXPECT_THAT(outcome.text, HasSubstr("tools/board_emulator"));
}

}  // namespace
}  // namespace freefloat
