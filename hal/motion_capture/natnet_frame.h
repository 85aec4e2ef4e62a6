#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hal/motion_capture/tracked_poses.h"

namespace freefloat {

inline constexpr std::size_t kNatNetNameSize = 256;        ///< of a server's or program's name, bytes
inline constexpr std::uint16_t kNatNetTracked = 1u << 0;   ///< flag of a body
inline constexpr std::uint16_t kNatNetOccluded = 1u << 0;  ///< flag of a marker

/// Kinds of NatNet messages that are used here.
enum class NatNetMessage : std::uint16_t {
  kConnect = 0,
  kServerInfo = 1,
  kRequest = 2,
  kFrame = 7,
  kKeepAlive = 10,
};

/// Version of the bit stream, major and minor: 3.0 to 4.2 are read.
struct NatNetVersion {
  int major = 3;
  int minor = 1;

  bool at_least(int wanted_major, int wanted_minor) const {
    return major > wanted_major || (major == wanted_major && minor >= wanted_minor);
  }
};

/// What a server says of itself.
struct NatNetServer {
  std::string name;
  NatNetVersion version;         ///< of the bit stream that it speaks
  std::uint64_t clock_rate = 0;  ///< ticks a second of its stamps
  std::uint16_t data_port = 0;
  bool multicast = false;
  std::array<std::uint8_t, 4> group{};
};

/// One frame of motion capture. Stamps are ticks of the server's clock; zero: not known.
struct NatNetFrame : TrackedPoses {
  std::int32_t number = 0;
  double timestamp = 0.0;  ///< s since the server's start
  std::uint64_t mid_exposure = 0;
  std::uint64_t received = 0;
  std::uint64_t transmitted = 0;
};

/// @return Kind and payload of a datagram; nothing when its length is not what it says.
struct NatNetDatagram {
  NatNetMessage message = NatNetMessage::kConnect;
  std::span<const std::uint8_t> payload;
};
std::optional<NatNetDatagram> open_natnet_datagram(std::span<const std::uint8_t> datagram);

/// @return Nothing when it is cut or its numbers make no sense.
std::optional<NatNetFrame> decode_natnet_frame(std::span<const std::uint8_t> payload, NatNetVersion version);
std::optional<NatNetServer> decode_natnet_server(std::span<const std::uint8_t> payload);

/// Whole datagrams. For versions from 4.1 on every list says how many bytes it has.
std::vector<std::uint8_t> encode_natnet_frame(const NatNetFrame& frame, NatNetVersion version);
std::vector<std::uint8_t> encode_natnet_server(const NatNetServer& server);

/// Asks a server who it is, with the version that we would read.
std::vector<std::uint8_t> encode_natnet_connect(NatNetVersion version);

/// A request in words, such as "Bitstream,3.1"; or what keeps a unicast server sending.
std::vector<std::uint8_t> encode_natnet_text(NatNetMessage message, const std::string& text);

}  // namespace freefloat
