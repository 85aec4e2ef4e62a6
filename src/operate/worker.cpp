#include "operate/worker.h"

namespace freefloat {

namespace {

constexpr std::chrono::milliseconds kIdlePeriod{100};

}  // namespace

void Worker::start() {
  thread_ = std::thread([this] { work_until_stopped(); });
}

void Worker::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Worker::give(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  changed_.notify_all();
}

void Worker::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

void Worker::work() {
  for (;;) {
    std::function<void()> job;
    {
      const std::lock_guard lock(mutex_);
      if (jobs_.empty()) break;
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    job();
  }
  if (idle_) idle_();
}

void Worker::work_until_stopped() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, kIdlePeriod, [this] { return stopping_ || woken_ || !jobs_.empty(); });
      if (stopping_) return;
      woken_ = false;
    }
    work();
  }
}

}  // namespace freefloat
