#pragma once

#include <array>
#include <chrono>
#include <optional>

#include "hal/serial/frame_sender.h"
#include "hal/serial/lasting_port.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

/// What went over a bridge.
struct BridgeCounts {
  std::uint64_t to_board = 0;        ///< frames
  std::uint64_t to_controllers = 0;  ///< frames, once for every receiver
  std::uint64_t refused = 0;         ///< datagrams that are not one whole frame for a board
  std::uint64_t insecure = 0;        ///< frames refused because they are not authenticated
  std::uint64_t dropped = 0;         ///< frames for which the serial line had no room
  std::uint64_t reconnects = 0;      ///< times the serial port came back
};

/// Carries frames between a network and a serial port: one datagram is one frame. For the small computer on a
/// robot whose board has a serial port only.
///
/// It holds no key and knows no session: controller and board authenticate each other through it. Frames
/// without authentication are refused unless it is told otherwise; a board without a key refuses the others
/// by itself, so through this bridge nobody commands one. Answers go to everybody who sent a whole frame
/// within the last ten seconds, four at most.
class FrameBridge {
 public:
  /// @param insecure Carry frames without authentication too: for a board without a key.
  /// @throws HalError when the port cannot be opened, or the address is in use.
  FrameBridge(const SerialPortConfig& port, const UdpAddress& listen, bool insecure = false);

  /// Waits for frames, at most `limit`, and carries what is there. While the port is unplugged it is tried
  /// again every 200 ms.
  void step(Duration limit);

  const BridgeCounts& counts() const { return counts_; }
  bool is_plugged() const { return port_.is_open(); }
  UdpAddress local_address() const { return socket_.local_address(); }

 private:
  struct Peer {
    UdpAddress address;
    std::chrono::steady_clock::time_point heard;
  };

  void carry_to_board(bool plugged);
  void carry_to_controllers();
  void remember(const UdpAddress& sender);

  bool insecure_;
  LastingPort port_;
  UdpSocket socket_;
  FrameSender sender_;
  ff_parser from_board_{};
  std::array<std::optional<Peer>, 4> peers_;
  BridgeCounts counts_;
};

}  // namespace freefloat
