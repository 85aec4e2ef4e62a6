#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace freefloat {

/// Does one job after the other in a thread of its own, or, without `start`, when `work` is called.
class Worker {
 public:
  /// @param idle Done when nothing else is to be done, ten times a second; may be empty.
  explicit Worker(std::function<void()> idle) : idle_(std::move(idle)) {}
  ~Worker() { stop(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void start();

  /// Lets the present job end; those that wait are not begun.
  void stop();

  /// Any thread.
  void give(std::function<void()> job);

  /// Any thread: what is done when idle is due now.
  void wake();

  /// Without a thread: all jobs that wait, and those that they give; then what is done when idle.
  void work();

 private:
  void work_until_stopped();

  const std::function<void()> idle_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  bool woken_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace freefloat
