#include "campaign/worker_pool.h"

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <system_error>
#include <vector>

namespace freefloat {

namespace {

using Instant = std::chrono::steady_clock::time_point;

bool read_whole(int descriptor, void* to, std::size_t size) {
  auto* at = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t count = ::read(descriptor, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= count;
  }
  return true;
}

bool write_whole(int descriptor, const void* from, std::size_t size) {
  const auto* at = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t count = ::write(descriptor, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= count;
  }
  return true;
}

/// A process and the pipes to and from it.
class Worker {
 public:
  Worker(const WorkerPool& pool, const std::vector<std::unique_ptr<Worker>>& others) {
    int to[2];
    int from[2];
    if (pipe2(to, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "a worker's pipe");
    if (pipe2(from, O_CLOEXEC) != 0) {
      const int error = errno;
      close(to[0]);
      close(to[1]);
      throw std::system_error(error, std::generic_category(), "a worker's pipe");
    }
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) {
      close(to[1]);
      close(from[0]);
      for (const auto& other : others) other->close_pipes();  // else they would never see their end
      serve(pool, parent, to[0], from[1]);
    }
    close(to[0]);
    close(from[1]);
    to_ = to[1];
    from_ = from[0];
    if (pid_ < 0) throw std::system_error(errno, std::generic_category(), "a worker cannot be made");
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {
    if (pid_ > 0) end();
  }

  void give(std::uint64_t item) {
    item_ = item;
    begun_ = std::chrono::steady_clock::now();
    write_whole(to_, &item, sizeof item);  // one that died is seen by its answer
  }
  void kill() const { ::kill(pid_, SIGKILL); }

  /// @return What came of the item; waits for it.
  WorkEnd take(bool timed_out) {
    WorkEnd end{.item = *item_, .answer = {}, .timed_out = timed_out};
    item_.reset();
    std::uint32_t size = 0;
    bool whole = !timed_out && read_whole(from_, &size, sizeof size);
    if (whole) {
      end.answer.resize(size);
      whole = read_whole(from_, end.answer.data(), size);
    }
    if (!whole) end.signal = this->end();
    return end;
  }

  bool alive() const { return pid_ > 0; }
  bool busy() const { return item_.has_value(); }
  int descriptor() const { return from_; }
  Instant begun() const { return begun_; }

 private:
  void close_pipes() const {
    close(to_);
    close(from_);
  }

  /// @return The signal that ended it; SIGABRT where it left without one.
  int end() {
    close_pipes();
    to_ = from_ = -1;  // a new worker's pipes may get the same numbers, and would be closed in it
    kill();
    int status = 0;
    while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return WIFSIGNALED(status) ? WTERMSIG(status) : SIGABRT;
  }

  [[noreturn]] static void serve(const WorkerPool& pool, pid_t parent, int from, int to) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);  // it was gone before that
    std::signal(SIGINT, SIG_IGN);       // Ctrl-C is for the parent to decide on
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGPIPE, SIG_DFL);
    keep_memory();
    std::uint64_t item = 0;
    while (read_whole(from, &item, sizeof item)) {
      const std::string answer = pool.work(item);
      const auto size = static_cast<std::uint32_t>(answer.size());
      if (!write_whole(to, &size, sizeof size) || !write_whole(to, answer.data(), size)) break;
    }
    _exit(0);
  }

  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  std::optional<std::uint64_t> item_;
  Instant begun_{};
};

}  // namespace

void WorkerPool::run() const {
  constexpr int kTick = 100;  // ms
  std::vector<std::unique_ptr<Worker>> crew;
  bool more = true;
  for (;;) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(workers) && more; ++i) {
      if (i < crew.size() && crew[i]->busy()) continue;
      const auto item = next();
      more = item.has_value();
      if (!more) break;
      if (i == crew.size()) crew.push_back(std::make_unique<Worker>(*this, crew));
      if (!crew[i]->alive()) crew[i] = std::make_unique<Worker>(*this, crew);
      crew[i]->give(*item);
    }
    std::vector<pollfd> waiting;
    for (const auto& worker : crew)
      waiting.push_back({worker->busy() ? worker->descriptor() : -1, POLLIN, 0});
    if (std::none_of(crew.begin(), crew.end(), [](const auto& worker) { return worker->busy(); })) return;
    if (poll(waiting.data(), waiting.size(), kTick) < 0 && errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "waiting for workers");
    for (std::size_t i = 0; i < crew.size(); ++i) {
      if (!crew[i]->busy()) continue;
      const bool late = std::chrono::steady_clock::now() - crew[i]->begun() > time_limit;
      const bool answered = waiting[i].revents != 0;
      if ((answered || late) && !done(crew[i]->take(!answered))) return;
    }
    if (!tick()) return;
  }
}

void keep_memory() {
  constexpr int kMegabyte = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, 256 * kMegabyte);
  mallopt(M_MMAP_THRESHOLD, 32 * kMegabyte);
}

std::string signal_text(int signal) {
  return "signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
}

}  // namespace freefloat
