#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {
namespace {

using testing::HasSubstr;

/// The program while it serves its page.
class ServedProgram {
 public:
  explicit ServedProgram(const std::string& arguments) {
    const std::string command = "exec " + std::string(FF_PROGRAM) + " " + arguments + " 2>&1";
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    std::vector<std::string> words{"/bin/sh", "-c", command};
    char* argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    if (posix_spawn(&child_, "/bin/sh", &actions, nullptr, argv, environ) != 0)
      throw std::runtime_error("the program cannot be started");
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    output_ = fdopen(ends[0], "r");
  }
  ~ServedProgram() {
    if (child_ > 0) kill(child_, SIGKILL);
    fclose(output_);
  }
  ServedProgram(const ServedProgram&) = delete;
  ServedProgram& operator=(const ServedProgram&) = delete;

  /// @return The line that begins with that, or everything that was said when the program ends before.
  std::string await_line(const std::string& begin) {
    std::string line;
    for (int c = fgetc(output_); c != EOF; c = fgetc(output_)) {
      line += static_cast<char>(c);
      if (c != '\n') continue;
      text_ += line;
      if (line.starts_with(begin)) return line;
      line.clear();
    }
    return text_;
  }

  /// Ctrl-C. @return The exit code.
  int end() {
    kill(child_, SIGINT);
    await_line("nothing begins like this");
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  const std::string& text() const { return text_; }

 private:
  pid_t child_ = 0;
  FILE* output_ = nullptr;
  std::string text_;
};

/// @return The first line of what a server of this PC answers. @param name By which it is asked.
std::string get(int port, const std::string& path, const std::string& name = "127.0.0.1") {
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  std::string answer;
  if (connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    const std::string request = "GET " + path + " HTTP/1.1\r\nHost: " + name + ":" + std::to_string(port) +
                                "\r\nConnection: close\r\n\r\n";
    if (write(descriptor, request.data(), request.size()) > 0) {
      char buffer[64];
      const ssize_t count = read(descriptor, buffer, sizeof buffer);
      if (count > 0) answer.assign(buffer, static_cast<std::size_t>(count));
    }
  }
  close(descriptor);
  return answer.substr(0, answer.find('\r'));
}

int port_of(const std::string& line) {
  const std::string place = "http://127.0.0.1:";
  const std::size_t at = line.find(place);
  return at == std::string::npos ? 0 : std::stoi(line.substr(at + place.size()));
}

/// A port of this PC at which datagrams are received.
class DatagramPort {
 public:
  DatagramPort() : descriptor_(socket(AF_INET, SOCK_DGRAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
        getsockname(descriptor_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      throw std::runtime_error("no port for datagrams");
    port_ = ntohs(address.sin_port);
  }
  ~DatagramPort() { close(descriptor_); }
  DatagramPort(const DatagramPort&) = delete;
  DatagramPort& operator=(const DatagramPort&) = delete;

  int port() const { return port_; }
  std::string receive() const {
    std::string text(65536, ' ');
    const ssize_t count = recv(descriptor_, text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
  }

 private:
  int descriptor_ = -1;
  int port_ = 0;
};

class OperateCommand : public testing::Test {
 protected:
  OperateCommand() : folder_(testing::TempDir() + "/operate_command_" + std::to_string(getpid())) {}
  ~OperateCommand() override { std::filesystem::remove_all(folder_); }

  std::string places() const {
    return " --port 0 --log-dir " + folder_ + " --experiments " + source_dir() + "/configs/experiments " +
           source_dir() + "/configs/testbeds/modern.yaml --set simulation.imaging.render=false";
  }

  const std::string folder_;
};

TEST_F(OperateCommand, ServesUntilCtrlC) {
  ServedProgram program("operate --no-browser" + places());
  const std::string line = program.await_line("open");
  const int port = port_of(line);
  ASSERT_GT(port, 0) << line;
  EXPECT_THAT(line, HasSubstr("?token="));
  EXPECT_THAT(get(port, "/?token=wrong"), HasSubstr("403"));
  EXPECT_EQ(program.end(), 0) << program.text();
}

TEST_F(OperateCommand, AnswersToTheNamesThatItIsGiven) {
  ServedProgram program("operate --no-browser --allow-host table.lab.example" + places());
  const int port = port_of(program.await_line("open"));
  ASSERT_GT(port, 0) << program.text();
  EXPECT_THAT(get(port, "/nothing", "table.lab.example"), HasSubstr("404"));
  EXPECT_THAT(get(port, "/nothing", "evil.example"), HasSubstr("421"));
  EXPECT_EQ(program.end(), 0) << program.text();
}

TEST_F(OperateCommand, SendsCyclesAsDatagrams) {
  const DatagramPort plotter;
  ServedProgram program("operate --no-browser --udp-json " + std::to_string(plotter.port()) + places());
  ASSERT_GT(port_of(program.await_line("open")), 0) << program.text();
  const std::string text = plotter.receive();
  EXPECT_THAT(text, HasSubstr("\"timestamp\":1"));
  EXPECT_THAT(text, HasSubstr("\"wake_late_us\""));
  EXPECT_EQ(program.end(), 0) << program.text();
}

TEST_F(OperateCommand, SaysWhichAddressForDatagramsIsNone) {
  for (const std::string& what :
       {std::string("operate --no-browser"),
        "run --console " + source_dir() + "/configs/experiments/standing_target.yaml"}) {
    const ProgramOutcome outcome =
        run_command(std::string(FF_PROGRAM) + " " + what +
                    " --port 0 --udp-json no.such.place.invalid:1 --log-dir " + folder_ + " 2>&1");
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.text, HasSubstr("--udp-json no.such.place.invalid:1"));
    EXPECT_THAT(outcome.text, HasSubstr("HOST:PORT"));
  }
}

TEST_F(OperateCommand, SaysWhyItCannotBegin) {
  const ProgramOutcome outcome =
      run_command(std::string(FF_PROGRAM) + " operate " + source_dir() +
                  "/configs/testbeds/modern.yaml --no-browser --port 0 --experiments " + source_dir() +
                  "/configs/schema 2>&1");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.text, HasSubstr("no experiment (*.yaml) is there"));
  const ProgramOutcome nowhere =
      run_command(std::string(FF_PROGRAM) + " operate nowhere.yaml --no-browser --port 0 2>&1");
  EXPECT_NE(nowhere.exit_code, 0);
  EXPECT_THAT(nowhere.text, HasSubstr("nowhere.yaml: there is no such file"));
}

TEST_F(OperateCommand, RunServesItsPageToo) {
  const DatagramPort plotter;
  ServedProgram program("run " + source_dir() +
                        "/configs/experiments/standing_target.yaml --paced --console --port 0 --log-dir " +
                        folder_ + " --udp-json " + std::to_string(plotter.port()));
  const std::string line = program.await_line("open");
  EXPECT_GT(port_of(line), 0) << line;
  program.await_line("    0");  // the first phase
  EXPECT_THAT(plotter.receive(), HasSubstr("\"timestamp\":1"));
  program.end();
  EXPECT_FALSE(std::filesystem::is_empty(folder_));
}

/// What the program says at a terminal. @param typed Once it says `after`.
std::string say_at_terminal(const std::string& arguments, const std::string& after, const std::string& typed,
                            int& exit_code) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    const std::string command = "exec " + std::string(FF_PROGRAM) + " " + arguments;
    execl("/bin/sh", "/bin/sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  std::string text;
  bool answered = false;
  std::array<char, 512> buffer;
  for (ssize_t count = 0; (count = read(terminal, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (answered || text.find(after) == std::string::npos) continue;
    answered = write(terminal, typed.data(), typed.size()) > 0;
  }
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return text;
}

TEST_F(OperateCommand, EnterAtTheTerminalEndsAPhaseThatWaitsForIt) {
  std::filesystem::create_directories(folder_);
  const std::string experiment = folder_ + "/waits.yaml";
  std::ofstream(experiment) << "name: waits\ndescription: A phase that waits.\ntestbed: " << source_dir()
                            << "/configs/testbeds/modern.yaml\nseed: 1\n"
                               "start: {attitude_deg: 83, joints_deg: [22, 129], mass_centre_m: [0, 0]}\n"
                               "target: {mount: none}\n"
                               "phases:\n  - {phase: settle, duration_s: 0.2}\n"
                               "  - {phase: wait, for: operator, timeout_s: 600}\n";
  int exit_code = -1;
  const std::string text =
      say_at_terminal("run " + experiment + " --set simulation.imaging.render=false --log-dir " + folder_,
                      "press Enter to go on", "\n", exit_code);
  EXPECT_EQ(exit_code, 0) << text;
  EXPECT_THAT(text, HasSubstr("passed"));
  EXPECT_THAT(text, HasSubstr("page    "));
}

}  // namespace
}  // namespace freefloat
