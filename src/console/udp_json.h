#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "console/run_facts.h"
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

  /// What follows is of another run: its time stamps count from its epoch, its targets have their names.
  void set_run(const RunFacts& facts);

  /// Belongs into the recorder's thread or one like it: it takes memory. Never waits for the network.
  RunListener listener();

 private:
  int socket_ = -1;
  std::mutex mutex_;  // of all below
  std::int64_t epoch_ns_ = 0;
  std::optional<TargetWatch> targets_;
};

/// @return The numbers as JSON text: `timestamp` in seconds of the wall clock, the others named with their
/// units; what is not known is left out. Of several targets `target` is the followed one, with its name, and
/// `targets` has each by its name.
/// @param cycle To be told. @param epoch_ns Wall time of the run's time zero.
/// @param places Where there are several targets: of all of them.
std::string cycle_json(const CycleRecord& cycle, std::int64_t epoch_ns, const TargetPlaces& places = {});

}  // namespace freefloat::console
