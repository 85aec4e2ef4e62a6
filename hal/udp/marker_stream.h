#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hal/udp/udp_socket.h"
#include "types/marker_frame.h"

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

/// Sends what a marker sensor sees, as a simple tracker does: not authenticated.
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
