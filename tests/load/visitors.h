#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "unit/console/socket_client.h"

namespace freefloat::load {

/// How a client of the console behaves.
enum class Habit : std::uint8_t {
  kReads,    ///< all that it subscribed to, as fast as it comes
  kStalls,   ///< subscribes, never reads, answers no ping; comes again when it was thrown out
  kAttacks,  ///< floods, malformed and oversized messages, half requests, reconnects
};

/// @return Numbers of all channels.
std::vector<std::uint32_t> every_channel();

/// @return Numbers of the channels that the page reads. @param camera While its view of the camera is open.
std::vector<std::uint32_t> channels_of_page(bool camera);

/// @return A connected WebSocket that has asked for these channels. @param more Whole header lines.
testing_support::SocketClient subscribe_to(int port, const std::vector<std::uint32_t>& channels,
                                           int receive_buffer = 0, const std::string& more = {});

/// A client of the console in a thread of its own, named `visitor`.
class Visitor {
 public:
  Visitor(int port, Habit habit, std::vector<std::uint32_t> channels);
  ~Visitor();
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  /// Of one that reads: presses STOP. @return Whether it could be sent.
  bool press_stop(std::uint32_t call) const;

  /// @return Bytes read so far.
  std::uint64_t bytes() const { return bytes_; }
  /// @return How often it was thrown out, and came again.
  int returns() const { return returns_; }

 private:
  void live();
  void read();
  void stall();
  void attack();

  const int port_;
  const Habit habit_;
  const std::vector<std::uint32_t> channels_;
  std::unique_ptr<testing_support::SocketClient> client_;  // of one that reads
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<int> returns_{0};
  std::atomic<bool> leaving_{false};
  std::thread thread_;
};

using Visitors = std::vector<std::unique_ptr<Visitor>>;

/// @return So many that read every channel.
Visitors greedy_visitors(int port, int count);

/// @return Eight: three that read everything, two that stall, three that attack.
Visitors bad_visitors(int port);

}  // namespace freefloat::load
