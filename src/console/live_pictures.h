#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "console/instant.h"
#include "console/live_queue.h"
#include "console/seen_picture.h"
#include "mcap/cdr.h"
#include "mcap/standard_messages.h"

namespace freefloat::console {

/// Makes live pictures in a thread of its own, at most ten a second, only while somebody wants them: neither
/// the vision nor STOP ever waits for one.
class LivePictures {
 public:
  /// @param wanted Channels that somebody has subscribed to, by bits.
  /// @param queue Outlives this object.
  LivePictures(std::function<std::uint64_t()> wanted, LiveQueue& queue);
  ~LivePictures();
  LivePictures(const LivePictures&) = delete;
  LivePictures& operator=(const LivePictures&) = delete;

  void set_run(std::int64_t epoch_ns, std::vector<std::string> marker_names);

  /// In the thread of the vision: copies the picture, when one is due and the last one is done.
  void add(const ProcessedPicture& picture);

 private:
  void work();
  void make(std::uint64_t wanted, std::int64_t epoch_ns, const std::vector<std::string>& names);

  std::function<std::uint64_t()> wanted_;
  LiveQueue& queue_;
  Instant next_{};  // of the vision's thread

  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  bool fresh_ = false;
  SeenPicture waiting_;
  std::int64_t epoch_ns_ = 0;
  std::vector<std::string> marker_names_;

  // Of the worker's thread.
  SeenPicture seen_;
  CdrWriter cdr_;
  sensor_msgs::CompressedImage image_;
  std::thread thread_;
};

}  // namespace freefloat::console
