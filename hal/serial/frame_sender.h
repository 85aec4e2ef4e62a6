#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hal/joint_codec.h"
#include "hal/serial/serial_port.h"
#include "wire/frame.h"

namespace freefloat {

/// Puts whole frames on a serial port without ever waiting: a frame that the driver took in part is finished
/// before another one begins.
class FrameSender {
 public:
  /// @param most_waiting A frame is dropped when more bytes than that wait in the driver.
  explicit FrameSender(std::size_t most_waiting = FF_COMMAND_FRAME_SIZE) : most_waiting_(most_waiting) {}

  /// @return kDropped also for a frame longer than FF_MAX_FRAME_SIZE, of which nothing is sent.
  SendResult send(SerialPort& port, std::span<const std::uint8_t> frame);

  /// Goes on with a frame that was taken in part. @return kDropped while some of it is still left.
  SendResult finish(SerialPort& port);

  /// Forgets the rest of a frame: the port is another one.
  void start_over() { unsent_count_ = 0; }

 private:
  // A frame behind another one would be late when it arrives; the next cycle's is better.
  std::size_t most_waiting_;
  std::array<std::uint8_t, FF_MAX_FRAME_SIZE> unsent_{};
  std::size_t unsent_count_ = 0;
};

}  // namespace freefloat
