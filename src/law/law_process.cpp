#include "law/law_process.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>

#include "law/serve_law.h"

namespace freefloat {

namespace {

constexpr std::size_t kMostCosts = 1'000'000;  // nearly three hours at 100 Hz

bool is_python(const std::string& file) {
  return file.ends_with(".py");
}

/// The law's own process. Its descriptors are the terminal's and the socket.
[[noreturn]] void be_law(const std::string& file, int socket, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);  // it had ended before
  ::setpgid(0, 0);                        // Ctrl-C is the program's to handle
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
  constexpr int kSocket = 3;
  if (socket != kSocket) ::dup2(socket, kSocket);
  ::close_range(kSocket + 1, ~0U, 0);
  if (is_python(file)) {
    become_python(file, kSocket);
  } else {
    serve_library(file, kSocket);
  }
  ::_exit(0);
}

}  // namespace

std::string check_law_file(const std::string& file) {
  std::error_code error;
  if (!is_python(file) && !file.ends_with(".so"))
    return "is no law: a shared library ends in .so, a Python file in .py";
  if (!std::filesystem::exists(file, error)) return "does not exist";
  return std::filesystem::is_regular_file(file, error) ? "" : "is no regular file";
}

LawProcess::LawProcess(const std::string& file, const Patience& patience) : file_(file), patience_(patience) {
  if (const std::string wrong = check_law_file(file); !wrong.empty())
    throw LawError(
        "control.law: '" + file + "' " + wrong +
        "; give the path of a shared library (.so) made with freefloat_law.h, or of a Python file (.py)");
  costs_.reserve(kMostCosts);
  host_ = start_host();
}

LawProcess::~LawProcess() {
  close_host(host_);
  if (was_restarted_) close_host(restarted_);
}

LawProcess::Host LawProcess::start_host() const {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw LawError(file_ + ": " + std::strerror(errno));
  const pid_t parent = ::getpid();
  Host host;
  host.process = ::fork();
  if (host.process == 0) be_law(file_, ends[1], parent);
  const int error = errno;
  ::close(ends[1]);
  host.socket = ends[0];
  try {
    if (host.process < 0) throw LawError(file_ + ": no process for it: " + std::strerror(error));
    await_ready(host);
  } catch (const LawError&) {
    close_host(host);
    throw;
  }
  return host;
}

void LawProcess::close_host(Host& host) {
  end_process(host);
  ::close(host.socket);
  host.socket = -1;
}

void LawProcess::await_ready(Host& host) const {
  LawReply reply;
  switch (receive(host.socket, patience_.start, reply)) {
    case Received::kNothing:
      throw LawError(fmt::format("{}: not ready within {} s; what takes so long when it is loaded?", file_,
                                 patience_.start.count() / 1000));
    case Received::kEnd:
      throw LawError(file_ + ": its process " + end_process(host) + " before it was ready");
    case Received::kReply:
      if (reply.status != kLawReady) throw LawError(file_ + ": " + reply.text.data());
  }
}

void LawProcess::restart() {
  if (!is_lost()) return;
  restarted_ = start_host();
  // From here on the loop's thread has it, and what is said of the old one.
  lost_ = false;
  was_restarted_.store(true, std::memory_order_release);
}

/// In the loop's thread.
void LawProcess::adopt_restarted() {
  if (!was_restarted_.load(std::memory_order_acquire)) return;
  close_host(host_);
  host_ = restarted_;
  was_restarted_ = false;
  failed_ = LawState::kWaiting;
  why_.clear();
  rates_.resize(0);
  capture_.reset();
  waiting_ = fresh_ = false;
  late_ = 0;
}

LawProcess::Received LawProcess::receive(int socket, std::chrono::milliseconds wait, LawReply& reply) {
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + wait;
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd ready{socket, POLLIN, 0};
    const int count = ::poll(&ready, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
    if (count == 0) return Received::kNothing;
    if (count < 0) {
      if (errno == EINTR) continue;
      return Received::kEnd;
    }
    const ssize_t size = ::recv(socket, &reply, sizeof reply, MSG_DONTWAIT);
    reply.text.back() = '\0';
    return size == sizeof reply ? Received::kReply : Received::kEnd;
  }
}

void LawProcess::ask(const std::optional<ff_law_question>& question, std::uint32_t task_number) {
  if (!question) {  // the next capture is another try
    capture_.reset();
    rates_.resize(0);
    late_ = 0;
    if (failed_ == LawState::kRefused) failed_ = LawState::kWaiting;
  }
  fresh_ = question.has_value();
  if (!fresh_ || waiting_ || failed_ != LawState::kWaiting) return;
  LawRequest request{++asked_, *question};
  request.question.begins = capture_ == task_number ? 0 : 1;
  capture_ = task_number;
  joint_count_ = static_cast<int>(question->joint_count);
  waiting_ = true;
  ::send(host_.socket, &request, sizeof request,
         MSG_NOSIGNAL | MSG_DONTWAIT);  // whether it is there shows `take`
}

LawAnswer LawProcess::take() {
  adopt_restarted();
  if (waiting_ && failed_ == LawState::kWaiting) {
    LawReply reply;
    const auto wait = patience_.lockstep ? patience_.silence : std::chrono::milliseconds(0);
    const Received received = receive(host_.socket, wait, reply);
    if (received == Received::kReply) take_reply(reply);
    if (received == Received::kEnd) give_up(LawState::kEnded, "its process " + end_process(host_));
  }
  if (!fresh_) return {};
  if (failed_ != LawState::kWaiting) return {failed_, {}};
  if (!waiting_) {
    late_ = 0;
    return {LawState::kAnswered, rates_};
  }
  ++late_cycles_;
  if (!patience_.lockstep && ++late_ <= patience_.late_cycles) return {LawState::kLate, rates_};
  end_process(host_);
  give_up(LawState::kSilent, patience_.lockstep
                                 ? fmt::format("has not answered for {} s", patience_.silence.count() / 1000)
                                 : fmt::format("has not answered for {} cycles", late_));
  return {failed_, {}};
}

void LawProcess::take_reply(const LawReply& reply) {
  waiting_ = false;
  if (reply.status != kLawAnswers) return give_up(LawState::kRefused, reply.text.data());
  if (!capture_) return;  // to a question of a capture that is over
  counted_ += reply.allocations != kAllocationsUnknown ? 1 : 0;
  allocating_ += reply.allocations > 0 ? 1 : 0;
  if (costs_.size() < kMostCosts) costs_.push_back(static_cast<float>(reply.cost_s));
  rates_ = Eigen::Map<const Eigen::VectorXd>(reply.answer.joint_rates_rad_s, joint_count_);
  // Whether the robot may follow is the controller's to say.
  for (Eigen::Index j = 0; j < rates_.size(); ++j) {
    if (!is_possible_rate(rates_[j])) why_ = fmt::format("told {:g} rad/s for joint {}", rates_[j], j + 1);
  }
}

void LawProcess::give_up(LawState state, std::string why) {
  failed_ = state;
  why_ = std::move(why);
  lost_.store(state != LawState::kRefused, std::memory_order_release);
}

/// @return How it ended, where it did so by itself.
std::string LawProcess::end_process(Host& host) {
  if (host.process <= 0) return {};
  int status = 0;
  ::kill(host.process, SIGKILL);  // one that has ended keeps its own status
  while (::waitpid(host.process, &status, 0) < 0 && errno == EINTR) {
  }
  host.process = -1;
  if (WIFSIGNALED(status))
    return fmt::format("was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

std::string LawProcess::describe() const {
  return "the law " + file_ + (why_.empty() ? "" : ": " + why_);
}

std::string LawProcess::describe_cost() const {
  if (costs_.empty()) return {};
  std::vector<float> sorted = costs_;
  std::sort(sorted.begin(), sorted.end());
  const auto at = [&](double share) {
    return 1e6 * static_cast<double>(
                     sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))]);
  };
  const std::string memory =
      counted_ == 0 ? "" : fmt::format("; it allocated memory in {} of {} answers", allocating_, counted_);
  return fmt::format(
      "the law {} answered {} times in {:.0f} us (median), {:.0f} us (p99), {:.0f} us at most; late in "
      "{} cycles{}",
      file_, sorted.size(), at(0.5), at(0.99), at(1.0), late_cycles_, memory);
}

}  // namespace freefloat
