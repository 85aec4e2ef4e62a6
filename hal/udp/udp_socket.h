#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <span>
#include <string>

#include "types/time.h"

namespace freefloat {

/// Where datagrams go to or come from.
struct UdpAddress {
  sockaddr_storage storage{};
  socklen_t size = 0;

  bool operator==(const UdpAddress& other) const;
};

/// @param text "host:port", "192.168.4.1:7001", "[fe80::1%wlan0]:7001", "0.0.0.0:7001" to listen everywhere,
/// or "7001" alone: of this computer, reached by nobody else.
/// @throws HalError when it cannot be read or the name is not known.
UdpAddress resolve_udp_address(const std::string& text);

/// @return As numbers, the way resolve_udp_address reads them.
std::string to_string(const UdpAddress& address);

/// A datagram that was received.
struct UdpDatagram {
  std::size_t size = 0;  ///< bytes put into the buffer
  bool cut = false;      ///< the datagram was longer than the buffer
  Duration age{};        ///< since the kernel received it
  UdpAddress sender;
};

/// What became of a datagram.
enum class UdpResult : std::uint8_t {
  kDone,
  kNothing,  ///< none has arrived, or no room to send one now
  kRefused,  ///< the other machine says that nobody listens at the address
  kFailed,   ///< no way to the network, or another error
};

/// A UDP socket that never waits.
class UdpSocket {
 public:
  /// @param peer All datagrams go to and come from it.
  /// @throws HalError when the system has no socket left.
  static UdpSocket connect(const UdpAddress& peer);

  /// @param local Address and port to listen at; port 0: any free one.
  /// @throws HalError when the port is in use or the address is not ours.
  static UdpSocket listen(const UdpAddress& local);

  /// Listens to a multicast group, beside others on this computer that do.
  /// @param group Its address. @param local Address of the network's interface; 0.0.0.0: the system chooses.
  /// @throws HalError when it cannot be joined.
  static UdpSocket join(const std::string& group, int port, const std::string& local);

  UdpSocket(UdpSocket&& other) noexcept;
  UdpSocket& operator=(UdpSocket&& other) noexcept;
  ~UdpSocket();

  UdpResult receive(std::span<std::uint8_t> buffer, UdpDatagram& datagram);

  /// To the peer of `connect`.
  UdpResult send(std::span<const std::uint8_t> bytes);
  UdpResult send_to(const UdpAddress& receiver, std::span<const std::uint8_t> bytes);

  /// Chooses network and own address again, as after a change of the wireless network. @return Whether there
  /// is a way to the peer.
  bool reconnect(const UdpAddress& peer);

  /// @return Where this socket receives.
  UdpAddress local_address() const;

  /// Waits until a datagram arrives, at most `limit`. @return Whether one has.
  bool wait(Duration limit) const;

  int descriptor() const { return descriptor_; }

 private:
  explicit UdpSocket(int family);

  int descriptor_ = -1;
};

}  // namespace freefloat
