#pragma once

#include <optional>
#include <string>

#include "operate/day_log.h"
#include "runtime/collect_run.h"

namespace freefloat {

/// One run of a day: its folder, log, phases and report.
class DayRun {
 public:
  /// Makes the folder and begins the log, outside of the loop.
  /// @param testbed It is to run on. @param feed Of the day. @param now Time of the loop.
  /// @param runs_folder Where the run's own is made. @param command What makes the run again.
  /// @throws std::runtime_error when folder or log cannot be made, or the disk is nearly full.
  DayRun(const LiveTestbed& testbed, RunFeed& feed, Time now, const std::filesystem::path& runs_folder,
         std::string command);

  /// What is lent to the loop by a wish.
  LoopRun& loop_run() { return loop_run_; }
  bool is_done() const { return loop_run_.done.load(std::memory_order_acquire); }

  /// @return The name of its folder.
  std::string name() const { return log_.folder().filename().string(); }

  /// @return Where its log is.
  std::string log_path() const { return (log_.folder() / "run.mcap").string(); }

  /// Once it is done, outside of the loop: ends the log, writes report and summary.
  /// @param feed Of the day.
  /// @return What the report shows; its `log_path` is empty when the loop refused the run.
  RunRecord finish(RunFeed& feed);

 private:
  RunListener listener(RunListener tap);

  const RunConfig config_;
  const std::string command_;
  RunCollector collector_;
  std::optional<LinkHealth> link_;
  std::uint64_t first_overruns_ = 0;
  std::uint64_t last_overruns_ = 0;
  bool any_cycle_ = false;
  DayLog log_;  // its thread tells the collector
  LoopRun loop_run_;
};

}  // namespace freefloat
