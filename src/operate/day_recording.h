#pragma once

#include "operate/day_log.h"

namespace freefloat {

/// A log of what goes on between the runs of a day, on request: jogs, pushes by hand, what the camera sees.
class DayRecording {
 public:
  /// Same parameters as DayRun's.
  /// @throws std::runtime_error when folder or log cannot be made, or the disk is nearly full.
  DayRecording(const LiveTestbed& testbed, RunFeed& feed, Time now, const std::filesystem::path& runs_folder,
               const std::string& command);

  /// What is lent to the loop by a wish.
  LoopRun& loop_run() { return loop_run_; }
  bool is_done() const { return loop_run_.done.load(std::memory_order_acquire); }
  /// @return The name of its folder.
  std::string name() const { return log_.folder().filename().string(); }

  /// Once it is done, outside of the loop: ends the log.
  /// @param feed Of the day; it is told what came of it.
  void finish(RunFeed& feed);

 private:
  std::optional<Time> first_, last_;  // of the log's thread, until it has ended
  DayLog log_;
  LoopRun loop_run_;
};

}  // namespace freefloat
