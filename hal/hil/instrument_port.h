#pragma once

#include <array>
#include <optional>

#include "hal/serial/frame_sender.h"
#include "instrument/instrument_frames.h"
#include "instrument/instrument_parser.h"

namespace freefloat {

/// The plant's end of a board's instrument port: drive frames in, sensor frames out
/// (firmware-interface/instrument/INSTRUMENT.md). For one thread.
class InstrumentPort {
 public:
  /// @throws HalError when the port cannot be opened.
  InstrumentPort(const SerialPortConfig& config, int joint_count);

  /// Waits until bytes arrive, at most `limit`; tries to open a port that has gone.
  void wait(Duration limit);

  /// @return The next drive frame that has arrived, if any; never waits.
  std::optional<ff_drive_frame> receive();

  /// Sends whole frames or nothing: one that does not fit into the driver's buffer is dropped.
  void send(const ff_sensor_frame& frame);

  /// @return Runs of bytes and frames that were refused.
  std::uint64_t rejected() const;

 private:
  void reopen();

  SerialPortConfig config_;
  std::uint8_t joint_count_;
  std::optional<SerialPort> port_;
  ff_instrument_parser parser_{};
  std::array<std::uint8_t, 1024> bytes_{};  // received and not yet parsed
  std::size_t next_ = 0;
  std::size_t end_ = 0;
  static_assert(int{FF_MAX_INSTRUMENT_FRAME_SIZE} <= int{FF_MAX_FRAME_SIZE});
  FrameSender sender_{SIZE_MAX};
};

}  // namespace freefloat
