#include "campaign/arm_program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "campaign/worker_pool.h"
#include "runlog/build_identity.h"

namespace freefloat {

namespace {

constexpr int kStartMs = 30'000;  // reading the files and starting a law of one's own

[[noreturn]] void become(const Arm& arm, const std::string& file, int in, int out, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it had ended before
  std::signal(SIGPIPE, SIG_DFL);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  execl(arm.program.c_str(), arm.program.c_str(), "campaign", "rows", file.c_str(), arm.name.c_str(),
        nullptr);
  _exit(127);
}

}  // namespace

ArmProgram::ArmProgram(const Campaign& campaign, std::size_t arm) : campaign_(campaign), arm_(arm) {
  start();
  std::string line;
  if (!read_line(line, kStartMs))
    fail("did not say what it is; is it a freefloat that knows `campaign rows`? What it said stands above");
  const nlohmann::json told = nlohmann::json::parse(line, nullptr, false);
  if (!told.is_object() || !told.contains("numbers") || !told.contains("build") || !told.contains("version"))
    fail("is no freefloat that computes rows");
  version_ = told.at("version").get<std::string>();
  build_ = told.at("build").get<std::string>();
  const std::vector<std::string> numbers(kRowNumbers.begin(), kRowNumbers.end());
  if (told.at("numbers") != nlohmann::json(numbers))
    fail("(" + version_ +
         ") has other columns in its rows than this program; compare builds nearer to each other");
}

ArmProgram::~ArmProgram() {
  end();
}

void ArmProgram::start() {
  std::signal(SIGPIPE, SIG_IGN);  // that it has ended, writing to it tells
  read_.clear();
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) != 0) fail("no pipe to it");
  if (pipe2(from, O_CLOEXEC) != 0) {
    close(to[0]);
    close(to[1]);
    fail("no pipe from it");
  }
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) become(campaign_.arms[arm_], campaign_.sources.front().path, to[0], from[1], parent);
  close(to[0]);
  close(from[1]);
  to_ = to[1];
  from_ = from[0];
  if (process_ < 0) fail("no process for it");
}

bool ArmProgram::read_line(std::string& line, int wait_ms) {
  for (;;) {
    const std::size_t end = read_.find('\n');
    if (end != std::string::npos) {
      line = read_.substr(0, end);
      read_.erase(0, end + 1);
      return true;
    }
    pollfd ready{from_, POLLIN, 0};
    const int count = poll(&ready, 1, wait_ms);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    char bytes[4096];
    const ssize_t size = read(from_, bytes, sizeof bytes);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    read_.append(bytes, static_cast<std::size_t>(size));
  }
}

void ArmProgram::end() {
  if (process_ <= 0) return;
  close(to_);
  close(from_);
  kill(process_, SIGKILL);  // one that has ended keeps its own status
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  signal_ = WIFSIGNALED(status) ? WTERMSIG(status) : SIGABRT;
}

void ArmProgram::fail(const std::string& why) {
  end();
  const Arm& arm = campaign_.arms[arm_];
  throw std::runtime_error("arm " + arm.name + ": program " + arm.program + ' ' + why);
}

bool ArmProgram::ask(const std::string& question) {
  if (process_ <= 0) {
    start();
    std::string hello;
    if (!read_line(hello, kStartMs)) fail("did not start again");
  }
  return write(to_, question.data(), question.size()) == static_cast<ssize_t>(question.size());
}

Row ArmProgram::run(std::uint64_t sample, const std::string& log) {
  const std::string question = fmt::format("{}\t{}\n", sample, log);
  bool asked = ask(question);
  if (!asked) {  // it ended after the sample before, which is not to be told of this one
    end();
    asked = ask(question);
  }
  std::string line;
  Row row;
  if (!asked || !read_line(line, -1)) {
    end();
    row.outcome = Outcome::kCrashed;
    row.cause = signal_text(signal_);
    return row;
  }
  const std::size_t tab = line.find('\t');
  if (tab == std::string::npos)
    throw std::runtime_error(campaign_.arms[arm_].program + " sent no row: " + line);
  if (line.substr(0, tab) != std::to_string(world_hash(campaign_, sample))) {
    row.cause =
        campaign_.arms[arm_].program + " draws another world from the same files, so it cannot be compared";
    return row;
  }
  return read_row(line.substr(tab + 1));
}

void ask_arm_programs(Campaign& campaign) {
  for (std::size_t i = 0; i < campaign.arms.size(); ++i) {
    Arm& arm = campaign.arms[i];
    if (arm.program.empty()) continue;
    const ArmProgram program(campaign, i);
    if (program.build() == build_identity().build_hash) {
      arm.program.clear();
      continue;
    }
    arm.version = program.version();
    arm.build = program.build();
  }
}

}  // namespace freefloat
