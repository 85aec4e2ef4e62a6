#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "hal/serial/serial_port.h"

namespace freefloat {

/// A serial port that may be unplugged: a thread of its own tries to open it again every 200 ms, under the
/// same path. Reading and writing belong to one thread and never wait.
class LastingPort {
 public:
  /// @throws HalError as SerialPort does.
  explicit LastingPort(const SerialPortConfig& config);
  ~LastingPort();
  LastingPort(const LastingPort&) = delete;
  LastingPort& operator=(const LastingPort&) = delete;

  bool is_open() const { return state_.load(std::memory_order_acquire) == State::kOpen; }

  /// @return How often it came back.
  std::uint64_t reopenings() const { return reopenings_.load(std::memory_order_acquire); }

  /// @return The port, while it is open.
  SerialPort& get() { return *port_; }

  /// Takes what has arrived. @return Empty: nothing, or the port is gone.
  std::span<const std::uint8_t> read(std::span<std::uint8_t> buffer);

  /// Hands bytes to the driver, while the port is open. Behind some that still wait they would be late.
  /// @return Whether there was no room for all of them: the rest is dropped.
  bool write_or_drop(std::span<const std::uint8_t> bytes);

  /// @return Whether the port has come back since the last call.
  bool came_back();

  /// Reading or writing has shown that the port is gone.
  void notice_loss();

 private:
  // Who may touch `port_`: the caller while it is open, the reopening thread while it is lost.
  enum class State : int { kOpen, kLost, kClosing };

  void reopen_until_closed();

  SerialPortConfig config_;
  std::optional<SerialPort> port_;
  std::atomic<std::uint64_t> reopenings_{0};
  std::uint64_t seen_reopenings_ = 0;
  std::atomic<State> state_{State::kOpen};
  std::mutex sleep_mutex_;  // of the reopening thread's sleep alone
  std::condition_variable sleep_;
  bool closing_ = false;
  std::thread reopener_;
};

}  // namespace freefloat
