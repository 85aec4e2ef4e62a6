#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <string>

#include "integration/log_recovery/whole_log.h"

namespace freefloat {

/// The logs that recovering makes, those of them that differ handed on to the official readers. Several
/// threads may call it.
class RecoveredFiles {
 public:
  /// @param stream True: the path of every different log is printed, for a reader that removes the file when
  /// it has opened it; false: they stay.
  RecoveredFiles(std::string folder, bool stream) : folder_(std::move(folder)), stream_(stream) {}

  /// Recovers a damaged log and reads the result.
  /// @param name Of the recovered log, without ending; used once.
  LogContent recover(RecordBytes file, const SalvagePlan& plan, const std::string& name);

  std::uint64_t made() const { return made_; }            ///< logs recovered
  std::uint64_t different() const { return different_; }  ///< of them, by their bytes

 private:
  void hand_on(const std::string& path);

  std::string folder_;
  bool stream_;
  std::mutex mutex_;
  std::set<std::size_t> seen_;  ///< hashes of the files' bytes
  std::deque<std::string> handed_on_;
  std::atomic<std::uint64_t> made_{0}, different_{0};
};

}  // namespace freefloat
