#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "runlog/run_listener.h"

namespace freefloat::console {

/// Sends the main numbers of each cycle as JSON in a datagram, for plotting programs that know no other way.
/// Whether anybody listens does not matter.
class UdpJson {
 public:
  /// @param to `HOST:PORT`, or `PORT` of this computer.
  /// @throws std::runtime_error in words when there is no such address.
  explicit UdpJson(const std::string& to);
  ~UdpJson();
  UdpJson(const UdpJson&) = delete;
  UdpJson& operator=(const UdpJson&) = delete;

  /// Wall time of the run's time zero, for the time stamps of what follows.
  void set_epoch(std::int64_t epoch_ns) { epoch_ns_ = epoch_ns; }

  /// Belongs into the recorder's thread or one like it: it takes memory. Never waits for the network.
  RunListener listener();

 private:
  int socket_ = -1;
  std::atomic<std::int64_t> epoch_ns_{0};
};

/// @return The numbers as JSON text: `timestamp` in seconds of the wall clock, the others named with their
/// units; what is not known is left out.
std::string cycle_json(const CycleRecord& cycle, std::int64_t epoch_ns);

}  // namespace freefloat::console
