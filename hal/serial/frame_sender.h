#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hal/serial/serial_port.h"
#include "wire/frame.h"

namespace freefloat {

enum class SendResult : std::uint8_t {
  kSent,     ///< the driver has it, at least its beginning; the rest follows
  kDropped,  ///< no room: dropped as a whole
  kGone,     ///< the port was unplugged
};

/// Puts whole frames on a serial port without ever waiting: a frame that the driver took in part is finished
/// before another one begins.
class FrameSender {
 public:
  SendResult send(SerialPort& port, std::span<const std::uint8_t> frame);

  /// Goes on with a frame that was taken in part. @return kDropped while some of it is still left.
  SendResult finish(SerialPort& port);

  /// Forgets the rest of a frame: the port is another one.
  void start_over() { unsent_count_ = 0; }

 private:
  std::array<std::uint8_t, FF_MAX_FRAME_SIZE> unsent_{};
  std::size_t unsent_count_ = 0;
};

}  // namespace freefloat
