#pragma once

#include <optional>
#include <string>

#include "hal/joint_codec.h"
#include "hal/link_key.h"
#include "hal/udp/udp_socket.h"

namespace freefloat {

struct UdpLinkConfig {
  std::string address = {};  ///< "host:port" of the board, or of `freefloat bridge` beside it
  int joint_count = 0;
  /// The board must hold the same; without one anybody on the network may command.
  std::optional<LinkKey> key = std::nullopt;
  Duration latency{};  ///< mean delay of a frame each way
};

/// The servo board behind a network: one datagram is one frame. Lost, doubled and late datagrams are normal:
/// commands are a newest-wins stream, and what is not newer is refused by both ends.
///
/// Sending and polling never wait, and belong to one thread.
class UdpLink final : public JointLink {
 public:
  /// The name is looked up once, here. @throws HalError when it is not known.
  explicit UdpLink(const UdpLinkConfig& config);

  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  LinkHealth health() const override;
  std::optional<BoardIdentity> identity() const override { return codec_.identity(); }

  /// Waits until a datagram arrives, at most `limit`: for programs that have nothing else to do, not for the
  /// loop.
  void wait(Duration limit) { socket_.wait(limit); }

 private:
  UdpResult transmit(std::span<const std::uint8_t> frame);
  void reconnect_when_silent(Time now);

  UdpAddress board_;
  UdpSocket socket_;
  JointCodec codec_;
  Time tried_{};  // when the way was last chosen anew
  bool silent_ = false;
  bool refused_ = false;
  bool reachable_ = true;
  std::uint64_t reconnects_ = 0;
};

}  // namespace freefloat
