#pragma once

#include <optional>
#include <string>

#include "hal/clock.h"
#include "hal/udp/marker_origin.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

/// Sends the LEDs of pictures to a run, on this computer or another one.
class MarkerPublisher {
 public:
  /// @param address "host:port" where the run listens; "port" alone: on this computer.
  /// @param clock That of the capture times.
  /// @throws HalError when the address is not known.
  MarkerPublisher(const std::string& address, const std::optional<LinkKey>& key, Clock& clock);

  /// Answers what was asked meanwhile, and sends. Never waits; what cannot be sent is lost, the next picture
  /// comes soon.
  void send(const MarkerFrame& frame);
  void send(const TableSpots& spots, Time captured, std::uint32_t number);

  /// Answers what was asked meanwhile, and greets when nobody does. Call it every 100 ms at least, also where
  /// there are no pictures.
  void serve();

  /// @return Whether a run has asked within the last second.
  bool is_heard() const { return origin_.is_heard(clock_.now()); }
  /// @return The joints' angles as the run tells them, rad; empty: not known.
  JointVector joints() const { return origin_.joints(clock_.now()); }
  /// @return Runs that have asked so far.
  std::uint64_t sessions() const { return origin_.sessions(); }

 private:
  void transmit(std::span<const std::uint8_t> frame);

  UdpAddress run_;
  UdpSocket socket_;
  MarkerOrigin origin_;
  Clock& clock_;
  std::optional<Time> chosen_;  // when the way was last chosen anew
};

}  // namespace freefloat
