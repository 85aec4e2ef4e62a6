#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "operate/day_state.h"
#include "operate/request.h"
#include "operate/run_archive.h"
#include "operate/worker.h"

namespace freefloat {

/// What people ask of runs that were: their list and tracks, notes, replays, what-ifs. Any thread.
class RunShelf {
 public:
  /// @param archive, librarian Must outlive it; the librarian does what takes long.
  /// @param alarm Told what went wrong, one sentence. @param changed Told that the runs have changed.
  RunShelf(RunArchive& archive, Worker& librarian, std::function<void(std::string)> alarm,
           std::function<void()> changed)
      : archive_(archive), librarian_(librarian), alarm_(std::move(alarm)), changed_(std::move(changed)) {}

  /// @param what Name of a service. @return Whether it is about runs.
  static bool knows(std::string_view what);

  console::Answer ask(const Asked& asked);

  /// @return The newest replay or what-if.
  LongWork newest_work() const;

  /// Reads a run's log for its track, soon; once, however often it is asked for meanwhile.
  void make_track(const std::string& name);

 private:
  console::Answer ask_track(const std::string& name);
  console::Answer ask_note(const Asked& asked, const std::string& name);
  console::Answer ask_replay(const Asked& asked, const std::string& name, const std::filesystem::path& log);

  RunArchive& archive_;
  Worker& librarian_;
  const std::function<void(std::string)> alarm_;
  const std::function<void()> changed_;
  mutable std::mutex mutex_;
  LongWork work_;
  std::set<std::string> being_read_;               ///< runs whose track is being made
  std::map<std::string, std::string> unreadable_;  ///< and why it could not be, until somebody was told
};

}  // namespace freefloat
