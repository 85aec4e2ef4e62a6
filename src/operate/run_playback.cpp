#include "operate/run_playback.h"

#include <optional>
#include <utility>

#include "runlog/run_reader.h"

namespace freefloat {

namespace {

/// A page takes what is silent for a second for gone.
constexpr std::chrono::milliseconds kTellAgain{250};

}  // namespace

RunPlayback::RunPlayback(std::string log, RunListener listener)
    : log_(std::move(log)), listener_(std::move(listener)) {}

RunPlayback::~RunPlayback() {
  change([this] { stopping_ = true; });
  if (thread_.joinable()) thread_.join();
}

void RunPlayback::start() {
  thread_ = std::thread([this] { run(); });
}

/// Under the lock; the thread looks at it at once.
void RunPlayback::change(const std::function<void()>& how) {
  {
    const std::lock_guard lock(mutex_);
    how();
  }
  changed_.notify_all();
}

void RunPlayback::play() {
  change([this] {
    if (state_ == State::kPlaying) return;
    if (state_ == State::kFinished) wanted_ = Time::min();
    state_ = State::kPlaying;
    paced_anew_ = true;
  });
}

void RunPlayback::pause() {
  change([this] {
    if (state_ == State::kPlaying) state_ = State::kPaused;
  });
}

void RunPlayback::go_to(Time at) {
  change([this, at] {
    wanted_ = at;
    state_ = State::kPlaying;
    paced_anew_ = true;
  });
}

void RunPlayback::set_speed(double times) {
  change([this, times] {
    speed_ = times;
    paced_anew_ = true;
  });
}

RunPlayback::State RunPlayback::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

double RunPlayback::speed() const {
  const std::lock_guard lock(mutex_);
  return speed_;
}

std::string RunPlayback::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void RunPlayback::run() {
  Time from = Time::min();
  for (;;) {
    if (play_once(from)) {
      const std::lock_guard lock(mutex_);
      if (!wanted_) state_ = State::kFinished;
    }
    std::unique_lock lock(mutex_);
    while (!stopping_ && !wanted_) {
      changed_.wait_for(lock, kTellAgain);
      if (stopping_ || wanted_) break;
      lock.unlock();
      rest();
      lock.lock();
    }
    if (stopping_) return;
    from = *std::exchange(wanted_, std::nullopt);
  }
}

/// @return Whether it came to the log's end.
bool RunPlayback::play_once(Time from) {
  auto reader = RunReader::open(log_);
  if (!reader) {
    const std::lock_guard lock(mutex_);
    problem_ = reader.error();
    return true;
  }
  if (from > Time::min()) reader->skip_before(from);
  while (reader->next() != nullptr) {
    if (const auto event = reader->take(kPhaseTopic)) listener_.hear(*event);
    if (const auto link = reader->take(kLinkHealthTopic)) listener_.hear(*link);
    if (const auto path = reader->take(kMarkerPathTopic)) listener_.hear(*path);
    if (const auto command = reader->take(kOperatorCommandTopic)) listener_.hear(*command);
    const CycleRecord* const cycle = reader->record();
    if (cycle == nullptr || cycle->output.now < from) continue;
    if (!wait_for(cycle->output.now)) return false;
    newest_ = *cycle;
    listener_.hear(*cycle);
  }
  const std::lock_guard lock(mutex_);
  problem_ = reader->result().problem;
  return true;
}

/// Waits until a cycle is due. @return False: something else is wanted.
bool RunPlayback::wait_for(Time at) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopping_ || wanted_) return false;
    if (state_ != State::kPlaying) {
      changed_.wait_for(lock, kTellAgain);
      lock.unlock();
      rest();
      lock.lock();
      continue;
    }
    const auto now = std::chrono::steady_clock::now();
    if (std::exchange(paced_anew_, false)) {
      wall_begin_ = now;
      run_begin_ = at;
    }
    const std::chrono::duration<double> since(to_seconds(at - run_begin_) / speed_);
    const auto due = wall_begin_ + std::chrono::duration_cast<std::chrono::nanoseconds>(since);
    if (due <= now) return true;
    changed_.wait_until(lock, due);
  }
}

void RunPlayback::rest() {
  if (newest_) listener_.hear(*newest_);
}

}  // namespace freefloat
