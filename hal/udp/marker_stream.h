#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hal/clock.h"
#include "hal/clock_offset.h"
#include "hal/marker_sensor.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

/// What one datagram of a marker stream says: JSON, described in hal/README.md.
struct MarkerDatagram {
  MarkerFrame frame;  ///< captured on the sender's clock, whatever that counts from; markers without pixels
  Duration age{};     ///< from the middle of the exposure to the sending
};

std::string encode_markers(const MarkerDatagram& datagram);

/// @param text Bytes that anybody may have sent.
/// @return Nothing when it is no such datagram: other format, missing value, or a number that makes no sense.
std::optional<MarkerDatagram> decode_markers(std::string_view text);

/// Markers of an external tracker, or of a plant in another process, as datagrams. They are not
/// authenticated: listen at 127.0.0.1, or in a network of the lab's own.
class MarkerReceiver final : public MarkerSensor {
 public:
  /// @param address "host:port" at which to listen; "port" alone: at 127.0.0.1.
  /// @param marker_count LEDs of the scene; datagrams with another number are refused.
  /// @throws HalError when the address cannot be used.
  MarkerReceiver(const std::string& address, int marker_count, Clock& clock);

  /// Waits for the next datagram, at most 100 ms.
  ReadStatus read(MarkerFrame& frame) override;

  /// @return Where it listens, as numbers; with port 0 asked for, the one that was free.
  std::string address() const { return to_string(socket_.local_address()); }

  /// @return What was refused, in plain words; empty: nothing.
  std::string describe_refusals() const;

 private:
  Time to_run_time(const MarkerDatagram& datagram, Time arrival);

  UdpSocket socket_;
  int marker_count_;
  Clock& clock_;
  ClockOffset offset_;  // run time less the sender's
  bool started_ = false;
  std::uint64_t last_sequence_ = 0;
  std::uint64_t garbage_ = 0;
  std::uint64_t wrong_count_ = 0;
  int sent_count_ = 0;  // markers in the newest that was refused for their number
};

/// The other end: sends what a marker sensor sees.
class MarkerSender {
 public:
  /// @throws HalError when the address is not known.
  explicit MarkerSender(const std::string& address);

  /// @param now On the clock of the frame's capture time.
  void send(const MarkerFrame& frame, Time now);

 private:
  UdpSocket socket_;
};

}  // namespace freefloat
