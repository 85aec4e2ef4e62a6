#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "runlog/run_listener.h"

namespace freefloat {

/// Tells what a run's log holds as if it happened now: at the pace of the run or another, again, from another
/// moment on. While it rests the newest cycle is told again and again, so that nobody takes it for gone.
class RunPlayback {
 public:
  enum class State : std::uint8_t { kPlaying, kPaused, kFinished };

  /// @param log File. @param listener Told from the playback's own thread.
  RunPlayback(std::string log, RunListener listener);
  ~RunPlayback();
  RunPlayback(const RunPlayback&) = delete;
  RunPlayback& operator=(const RunPlayback&) = delete;

  /// Stands at the beginning, until `play`.
  void start();

  // From any thread.

  void play();
  void pause();
  /// Plays on from there; what lies before is not told. @param at Time of the run.
  void go_to(Time at);
  /// @param times Of real time, above 0.
  void set_speed(double times);

  State state() const;
  double speed() const;
  /// @return Why the log cannot be played to its end; empty: nothing is wrong.
  std::string problem() const;

 private:
  void change(const std::function<void()>& how);
  void run();
  bool play_once(Time from);
  bool wait_for(Time at);
  void rest();

  const std::string log_;
  const RunListener listener_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::kPaused;
  double speed_ = 1.0;
  bool stopping_ = false;
  bool paced_anew_ = true;  ///< the next cycle is told at once, and sets the pace
  std::optional<Time> wanted_;
  std::string problem_;
  // Of the thread.
  std::chrono::steady_clock::time_point wall_begin_{};
  Time run_begin_{};
  std::optional<CycleRecord> newest_;
  std::thread thread_;
};

}  // namespace freefloat
