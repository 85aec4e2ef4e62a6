#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <vector>

#include "console/channels.h"
#include "console/hub.h"

namespace freefloat::console {

/// Messages on their way from the threads that make them to the server's; bounded. Of data the oldest are
/// dropped, notes are not.
class LiveQueue {
 public:
  static constexpr std::size_t kMostBytes = 4 * 1024 * 1024;
  static constexpr std::size_t kMostKept = 10'000;  ///< notes; more of them come from a program gone mad

  /// @param wake Called when the queue was empty, in the thread that pushes.
  explicit LiveQueue(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Any thread. @param keep Of the message's channel.
  void push(LiveMessage message, Keep keep);

  /// @return All that waits, in order.
  std::deque<LiveMessage> take();

 private:
  std::function<void()> wake_;
  std::mutex mutex_;
  std::deque<LiveMessage> kept_;
  std::deque<LiveMessage> data_;
  std::size_t data_bytes_ = 0;
};

}  // namespace freefloat::console
