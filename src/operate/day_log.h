#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "runlog/close_on_crash.h"
#include "runtime/live_testbed.h"

namespace freefloat {

/// A log that a day makes beside its loop, in a folder of its own: of a run, or of what goes on between runs.
class DayLog {
 public:
  /// Makes the folder and begins the log, outside of the loop.
  /// @param testbed Whose loop it is of. @param config What it is a log of. @param tap Hears all that it
  /// logs.
  /// @param now Time of the loop. @param runs_folder Where its own is made. @param command What makes it
  /// again.
  /// @throws std::runtime_error when folder or log cannot be made, or the disk is nearly full.
  DayLog(const LiveTestbed& testbed, const RunConfig& config, RunListener tap, Time now,
         const std::filesystem::path& runs_folder, const std::string& command);

  RunLog& log() { return *log_; }
  Recorder& recorder() { return log_->recorder(); }
  const std::filesystem::path& folder() const { return folder_; }
  /// @return The file; empty when somebody has removed it.
  std::string path();
  /// @return When it was begun, ns since 1970.
  std::int64_t started_ns() const { return started_ns_; }

  /// Once the loop has let it go, outside of the loop.
  /// @param feed Of the day.
  /// @return Nothing is missing in it.
  bool close(RunFeed& feed);

  /// Nothing of it is left.
  void remove();

 private:
  const std::int64_t started_ns_;
  std::filesystem::path folder_;
  std::unique_ptr<RunLog> log_;
  std::optional<CloseOnCrash> close_on_crash_;
};

}  // namespace freefloat
