#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string read_text(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// The native board, by its ports in a folder of its own, and programs that talk to it.
class HilRun : public testing::Test {
 protected:
  HilRun() {
    std::string name = testing::TempDir() + "ff_hil_XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
    folder_ = name;
  }

  ~HilRun() override {
    stop_board();
    std::filesystem::remove_all(folder_);
  }

  void stop_board() {
    for (pid_t* process : {&bridge_, &board_}) {
      if (*process <= 0) continue;
      kill(*process, SIGTERM);
      waitpid(*process, nullptr, 0);
      *process = -1;
    }
  }

  /// The board runs in this machine's time. When the machine starves it, the program says so, and that is no
  /// result: all begins again with a new board.
  /// @param scenario Starts a board; @return what was run with it, one after the other.
  template <class Scenario>
  std::vector<ProgramOutcome> undisturbed(Scenario&& scenario) {
    constexpr int kMostAttempts = 10;
    for (int attempt = 1;; ++attempt) {
      const std::vector<ProgramOutcome> outcomes = scenario();
      const auto failed = [](const ProgramOutcome& outcome) { return outcome.exit_code != 0; };
      const auto disturbed = [](const ProgramOutcome& outcome) {
        return outcome.text.find("disturbed by") != std::string::npos;
      };
      if (attempt == kMostAttempts || std::none_of(outcomes.begin(), outcomes.end(), failed) ||
          std::none_of(outcomes.begin(), outcomes.end(), disturbed)) {
        return outcomes;
      }
      stop_board();
    }
  }

  /// @param key_file Empty for a wire.
  void start_board(const std::string& key_file = {}) {
    board_ = fork();
    if (board_ == 0) {
      execl(FF_NATIVE_BOARD, "ff_posix_board", "--link", folder_.c_str(),
            key_file.empty() ? nullptr : "--key", key_file.c_str(), nullptr);
      _exit(1);
    }
    await_file(folder_ + "/instrument");
  }

  /// The board's command port as datagrams. @return HOST:PORT.
  std::string start_bridge(const char* option = nullptr) {
    const std::string said = folder_ + "/bridge";
    bridge_ = fork();
    if (bridge_ == 0) {
      if (freopen(said.c_str(), "w", stdout) == nullptr) _exit(1);
      execl(FF_PROGRAM, "freefloat", "bridge", "--port", (folder_ + "/command").c_str(), "--listen", "0",
            option, nullptr);
      _exit(1);
    }
    std::string line;
    for (int i = 0; i < 500 && line.empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      std::getline(std::ifstream(said), line);
    }
    return line.substr(line.rfind(' ') + 1);
  }

  std::string datagrams(const std::string& address, const std::string& key) const {
    return " --set 'hardware.link={type: udp, address: \"" + address + "\", " + key + "}'" +
           " --set hardware.plant.instrument_port=" + folder_ + "/instrument ";
  }

  static void await_file(const std::string& path) {
    for (int i = 0; i < 500 && !std::filesystem::exists(path); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  static std::string program() {
    return std::string(FF_PROGRAM) + " run " + source_dir() + "/tests/integration/hil/still.yaml";
  }
  static std::string command() { return program() + " --no-log"; }
  std::string ports() const {
    return " --set hardware.link.port=" + folder_ + "/command" +
           " --set hardware.plant.instrument_port=" + folder_ + "/instrument ";
  }

  /// @param arguments Of `freefloat run` beside experiment and ports.
  ProgramOutcome run(const std::string& arguments) const {
    return run_command(command() + ports() + arguments + " 2>&1");
  }

  /// As in still.yaml: a busy computer may leave ticks and pictures out.
  static constexpr const char* kPatient =
      "--set safety.frame_timeout_ms=5000 --set safety.feedback_timeout_ms=5000 --set "
      "loop.time_to_live_ms=300 ";

  std::string folder_;
  pid_t board_ = -1;
  pid_t bridge_ = -1;
};

TEST_F(HilRun, ArmsTheRobotTwiceInARowThroughRealBytes) {
  // The second run finds the board as the first should have left it: off.
  for (const ProgramOutcome& outcome : undisturbed([this] {
         start_board();
         ProgramOutcome first = run("");
         return std::vector<ProgramOutcome>{std::move(first), run("")};
       })) {
    EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("board: posix"));
    EXPECT_THAT(outcome.text, HasSubstr("5 of 5 phases passed"));
  }
}

TEST_F(HilRun, ARunAfterOneThatWasKilledHasTheBoardAgain) {
  // The shell tells when the robot is held, and kills its program in the middle of that.
  const std::string killed = "bash -c '" + command() + ports() +
                             "--set phases[3].duration_s=600 --set phases[3].timeout_s=900 > " + folder_ +
                             "/said & until grep -q \"hold \\.\\.\\.\" " + folder_ +
                             "/said; do kill -0 $! || exit 1; sleep 0.05; done; kill -9 $!' 2>&1";
  const std::vector<ProgramOutcome> outcomes = undisturbed([&] {
    start_board();
    ProgramOutcome first = run_command(killed);
    first.text += read_text(folder_ + "/said");
    return std::vector<ProgramOutcome>{std::move(first), run("--acknowledge")};
  });
  ASSERT_EQ(outcomes[0].exit_code, 0) << outcomes[0].text;
  const ProgramOutcome& outcome = outcomes[1];
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("6 of 6 phases passed"));
}

TEST_F(HilRun, FindsTheBoardThatRunsForThisUser) {
  setenv("XDG_RUNTIME_DIR", folder_.c_str(), 1);
  const ProgramOutcome outcome = undisturbed([&] {
                                   board_ = fork();
                                   if (board_ == 0) {
                                     execl(FF_NATIVE_BOARD, "ff_posix_board", nullptr);
                                     _exit(1);
                                   }
                                   await_file(folder_ + "/freefloat/instrument");
                                   return std::vector<ProgramOutcome>{run_command(command() + " 2>&1")};
                                 }).front();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_EQ(std::filesystem::status(folder_ + "/freefloat").permissions(), std::filesystem::perms::owner_all);
}

TEST_F(HilRun, NoBoardPutsItsPortsWhereOthersMayWrite) {
  const std::string shared = folder_ + "/shared";
  std::filesystem::create_directory(shared);
  std::filesystem::permissions(shared, std::filesystem::perms::all);
  const std::string board = std::string(FF_NATIVE_BOARD) + " --link ";
  ProgramOutcome outcome = run_command(board + shared + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr(shared + " can be written to by other users"));
  std::filesystem::create_directory_symlink(folder_, folder_ + "/link");
  outcome = run_command(board + folder_ + "/link 2>&1");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("is a symbolic link"));
}

TEST_F(HilRun, CommandsByDatagramsCarryAKey) {
  const std::string key = folder_ + "/robot.key";
  std::ofstream(key) << std::string(64, '7') << "\n";
  std::filesystem::permissions(key, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  std::string address;
  const ProgramOutcome outcome = undisturbed([&] {
                                   start_board(key);
                                   address = start_bridge();
                                   return std::vector<ProgramOutcome>{run_command(
                                       command() + datagrams(address, "key_file: " + key) + "2>&1")};
                                 }).front();
  EXPECT_THAT(address, StartsWith("127.0.0.1:"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, Not(HasSubstr("not authenticated")));
  const ProgramOutcome without = run_command(command() + datagrams(address, "latency_ms: 0") + "2>&1");
  EXPECT_EQ(without.exit_code, 1);
  EXPECT_THAT(without.text, HasSubstr("hardware.link.key_file"));
}

TEST_F(HilRun, ALinkThatIsInsecureOnPurposeSaysSoInTheRunAndInItsReport) {
  std::string address;
  const std::vector<ProgramOutcome> outcomes = undisturbed([&] {
    start_board();
    address = start_bridge("--insecure");
    ProgramOutcome answer = run_command(program() + " --json --log-dir " + folder_ + "/runs" +
                                        datagrams(address, "insecure: true") + "2>" + folder_ + "/said");
    return std::vector<ProgramOutcome>{std::move(answer), ProgramOutcome{0, read_text(folder_ + "/said")}};
  });
  const ProgramOutcome& outcome = outcomes.front();
  ASSERT_EQ(outcome.exit_code, 0) << outcome.text;
  const std::string warning = "whoever reaches the board at " + address + " may move the robot";
  EXPECT_THAT(read_text(folder_ + "/said"), HasSubstr(warning));
  EXPECT_THAT(read_text(nlohmann::json::parse(outcome.text).at("report")), HasSubstr(warning));
}

/// Commands that the PC keeps back on purpose: the board stops by itself, and the run says that it asked for
/// it.
TEST_F(HilRun, CommandsAreKeptBackOnPurpose) {
  start_board();
  const ProgramOutcome outcome =
      run("--set 'faults=[{fault: link_to_board, mode: off, begin_s: 3, end_s: 60}]' --set "
          "phases[3].duration_s=5 "
          "--set phases[3].timeout_s=9");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("what fails may be injected on purpose"));
  EXPECT_THAT(outcome.text, HasSubstr("no command had come for its time-to-live"));
}

TEST_F(HilRun, ReadonlyArmsNothing) {
  start_board();
  const ProgramOutcome outcome = run("--readonly");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("OBSERVED  nothing was commanded"));
}

TEST_F(HilRun, BoardOfAnotherRobotIsNotArmed) {
  start_board();
  const ProgramOutcome outcome = run("--set robot.links[0].mass_kg=0.9");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr("freefloat board-parameters"));
}

/// In real time, with the board's own loop and a simulated robot: a library, and a process of Python's.
TEST_F(HilRun, ALawOfOnesOwnCaptures) {
  for (const std::string law : {FF_LAWS "/straight.so", FF_SOURCE_LAWS "/straight.py"}) {
    const ProgramOutcome outcome =
        undisturbed([&] {
          start_board();
          return std::vector<ProgramOutcome>{run_command(
              std::string(FF_PROGRAM) + " run " + source_dir() + "/configs/experiments/standing_target.yaml" +
              " --testbed hil --no-log" + ports() + kPatient + "--set control.law=" + law + " 2>&1")};
        }).front();
    stop_board();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr("board: posix"));
    EXPECT_THAT(outcome.text, HasSubstr("the law " + law + " answered")) << "and what its cycle costs";
    EXPECT_THAT(outcome.text, HasSubstr("phases passed"));
  }
}

/// The loop does not wait for it: the robot is held, by a fault that names it.
TEST_F(HilRun, IsHeldWhereTheLawIsLate) {
  const std::string law = folder_ + "/late.py";
  std::ofstream(law) << "import time\ndef law(question):\n    time.sleep(0.5)\n    return [0, 0]\n";
  start_board();
  const ProgramOutcome outcome = run_command(
      std::string(FF_PROGRAM) + " run " + source_dir() + "/configs/experiments/standing_target.yaml" +
      " --testbed hil --no-log" + ports() + kPatient + "--set control.law=" + law + " 2>&1");
  EXPECT_EQ(outcome.exit_code, 1) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("law_failed"));
  EXPECT_THAT(outcome.text, HasSubstr("late.py: has not answered for"));
}

TEST_F(HilRun, WithoutABoardItSaysHowToGetOne) {
  const ProgramOutcome outcome = run("");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.text, HasSubstr(folder_ + "/command"));
  EXPECT_THAT(outcome.text, HasSubstr("tools/board_emulator"));
}

}  // namespace
}  // namespace freefloat
