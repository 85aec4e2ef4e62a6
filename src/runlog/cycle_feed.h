#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <tl/expected.hpp>
#include <vector>

#include "runlog/run_log.h"

namespace freefloat {

/// Everything of a log but its cycles.
struct LogSide {
  std::vector<PhaseEvent> phases;
  std::vector<McapAttachment> attachments;
  McapTextMap identity;
  tl::expected<RunLogResult, std::string> result;
};

/// Gives the cycles of a log one after the other, read by a thread of its own: the reader calls, and so does
/// who compares two of them.
class CycleFeed {
 public:
  /// @param side Filled with the rest of the log; whole when there are no more cycles. Must outlive the feed.
  CycleFeed(std::string path, LogSide& side);
  ~CycleFeed();
  CycleFeed(const CycleFeed&) = delete;
  CycleFeed& operator=(const CycleFeed&) = delete;

  /// @return The current cycle; null: there are no more.
  const CycleRecord* cycle();
  /// @return The number of the phase that had begun before the current cycle, from 0.
  std::uint32_t phase() const { return batch_[next_].phase; }
  /// Goes to the next cycle.
  void advance() { ++next_; }

 private:
  struct Entry {
    CycleRecord cycle;
    std::uint32_t phase = 0;
  };

  void offer();
  void read();

  const std::string path_;
  LogSide& side_;
  std::vector<Entry> batch_;
  std::size_t next_ = 0;
  std::vector<Entry> collecting_, ready_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool full_ = false, done_ = false, closed_ = false;
  std::thread thread_;
};

}  // namespace freefloat
