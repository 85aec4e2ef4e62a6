#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "hal/joint_codec.h"
#include "hal/link_key.h"
#include "hal/serial/frame_sender.h"
#include "hal/serial/serial_port.h"

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
  ~SerialLink() override;
  SerialLink(const SerialLink&) = delete;
  SerialLink& operator=(const SerialLink&) = delete;

  void send(const JointCommand& command, Time now) override;
  std::optional<JointFeedback> poll(Time now) override;
  void listen(Clock& clock, Time until) override;
  LinkHealth health() const override;
  std::optional<BoardIdentity> identity() const override { return codec_.identity(); }

 private:
  // Who may touch `port_`: the loop while it is open, the reopening thread while it is lost.
  enum class PortState : int { kOpen, kLost, kClosing };

  bool is_open() const { return state_.load(std::memory_order_acquire) == PortState::kOpen; }
  void receive(Time now);
  void notice_loss();
  void start_over();
  void send_query(Time now);
  SendResult transmit(std::span<const std::uint8_t> frame);
  void reopen_until_closed();

  SerialLinkConfig config_;
  std::optional<SerialPort> port_;
  JointCodec codec_;
  FrameSender sender_;
  std::uint64_t seen_reopenings_ = 0;
  std::atomic<std::uint64_t> reopenings_{0};
  std::atomic<PortState> state_{PortState::kOpen};
  std::mutex sleep_mutex_;  // of the reopening thread's sleep alone
  std::condition_variable sleep_;
  bool closing_ = false;
  std::thread reopener_;
};

}  // namespace freefloat
