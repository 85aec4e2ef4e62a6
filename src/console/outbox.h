#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <optional>

#include "console/channels.h"
#include "console/frame.h"

namespace freefloat::console {

/// What waits to be sent to one client, bounded however slowly it reads. Answers and notes go first and are
/// never lost; of the desk's state and of pictures the newest waits; of other data the oldest are dropped.
class Outbox {
 public:
  static constexpr std::size_t kMostKept = 1024 * 1024;  ///< bytes; more of them: the client is to be closed
  static constexpr std::size_t kMostData = 256 * 1024;   ///< bytes of data that may be dropped

  /// Is never dropped.
  void keep(Frame frame);

  /// A message of a channel. @param keep Of the channel.
  void offer(std::uint32_t channel, Keep keep, Frame frame);

  /// Nothing of that channel is wanted any more.
  void forget(std::uint32_t channel);

  /// @return What is to be sent next, which is then no more here.
  std::optional<Frame> next();

  bool overflows() const { return kept_bytes_ > kMostKept; }
  /// @return Messages that were dropped so far.
  std::size_t dropped() const { return dropped_; }
  /// @return Bytes that wait.
  std::size_t bytes() const;

 private:
  std::optional<Frame> next_newest();

  struct Data {
    std::uint32_t channel = 0;
    Frame frame;
  };

  std::deque<Frame> kept_;
  std::size_t kept_bytes_ = 0;
  std::array<std::optional<Frame>, kChannelEnd> newest_;
  std::deque<Data> data_;
  std::size_t data_bytes_ = 0;
  int data_in_a_row_ = 0;
  std::size_t dropped_ = 0;
};

}  // namespace freefloat::console
