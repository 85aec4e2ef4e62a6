#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "types/time.h"

namespace freefloat {

struct SerialPortConfig {
  std::string path = {};   ///< best a name from /dev/serial/by-id, which stays when cables change places
  int baud_rate = 921600;  ///< bit/s; 8 data bits, no parity, 1 stop bit
};

/// @return Time that bytes take on the wire: ten bits each.
Duration wire_time(std::size_t byte_count, int baud_rate);

/// One serial port, ours alone, raw. libserial configures it; bytes then go through a descriptor with plain
/// read and write, which never wait.
class SerialPort {
 public:
  /// Opens the port and throws away what it still held from before.
  /// @throws HalError when it does not exist, may not be used, is in use (the message names the process if it
  ///     can be found out), or cannot do the baud rate.
  explicit SerialPort(const SerialPortConfig& config);
  ~SerialPort();
  SerialPort(const SerialPort&) = delete;
  SerialPort& operator=(const SerialPort&) = delete;

  /// Takes what has arrived.
  /// @return Number of bytes, 0 when there are none; nothing when the port is gone (unplugged).
  std::optional<std::size_t> read(std::span<std::uint8_t> bytes);

  /// Hands bytes to the driver.
  /// @return How many it took, 0 when its buffer is full; nothing when the port is gone.
  std::optional<std::size_t> write(std::span<const std::uint8_t> bytes);

  /// @return Bytes handed over that have not left yet, as far as the driver knows; 0 where it does not say.
  std::size_t unsent_bytes() const;

  /// Waits until bytes arrive or the port is gone, at most `limit`. @return Whether there is a reason to
  /// read.
  bool wait(Duration limit) const;

  int descriptor() const { return descriptor_; }

 private:
  void take_for_ourselves(const std::string& path);
  void configure(const SerialPortConfig& config);

  int descriptor_ = -1;
};

}  // namespace freefloat
