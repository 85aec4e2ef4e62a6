#pragma once

#include <optional>

#include "hal/joint_codec.h"
#include "hal/link_key.h"
#include "hal/serial/frame_sender.h"
#include "hal/serial/lasting_port.h"

namespace freefloat {

struct SerialLinkConfig {
  SerialPortConfig port{};
  int joint_count = 0;
  std::optional<LinkKey> key = std::nullopt;  ///< for radio modems; the board must hold the same
  Duration latency{};  ///< mean delay of a frame each way that is not wire time, for example of a radio
};

/// The servo board on a serial port.
///
/// Sending and polling never wait, and belong to one thread. When the port goes away (unplugged) a thread of
/// our own tries to open it again every 200 ms, under the same path; until then commands are dropped.
class SerialLink final : public JointLink {
 public:
  /// @throws HalError as SerialPort does.
  explicit SerialLink(const SerialLinkConfig& config);

  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  void listen(Clock& clock, Time until) override;
  LinkHealth health() const override;
  std::optional<BoardIdentity> identity() const override { return codec_.identity(); }

 private:
  void receive(Time now);
  void start_over();
  SendResult transmit(std::span<const std::uint8_t> frame);

  LastingPort port_;
  JointCodec codec_;
  FrameSender sender_;
};

}  // namespace freefloat
