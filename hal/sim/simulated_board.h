#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "hal/link_key.h"
#include "hal/sim/board_signals.h"
#include "hal/sim/sim_config.h"
#include "model/robot_parameters.h"
#include "servo/dispatch.h"
#include "types/time.h"

namespace freefloat {

/// One servo board: the firmware's own C code, fed with bytes and sensor counts instead of hardware.
class SimulatedBoard {
 public:
  /// @param parameters As made by `tune_servo`, or a lab's own.
  /// @param key Of a board behind a network; nothing: a wire.
  /// @param entropy With a key: never the same twice.
  /// @throws std::invalid_argument if the servo refuses them.
  explicit SimulatedBoard(const ff_servo_parameters& parameters,
                          const std::optional<LinkKey>& key = std::nullopt,
                          const std::array<std::uint8_t, FF_NONCE_SIZE>& entropy = {});

  /// Takes bytes from the link. @param now Time of their arrival.
  void receive(std::span<const std::uint8_t> bytes, Time now);

  /// One tick; call every millisecond.
  BoardDrives tick(const BoardSensors& sensors, Time now);

  /// @return The status frame that became due in the newest tick, or nothing; valid until the next call.
  std::span<const std::uint8_t> take_status();

  /// @return The identity frame that became due in the newest tick, or nothing; valid until the next call.
  std::span<const std::uint8_t> take_identity();

  /// Restarts the board, as after a power failure.
  void reset();

  int joint_count() const { return parameters_.joint_count; }

 private:
  ff_servo_parameters parameters_;
  std::optional<LinkKey> key_;
  std::array<std::uint8_t, FF_NONCE_SIZE> entropy_;
  ff_dispatch board_{};
  std::uint32_t starts_ = 0;
  std::array<std::uint8_t, FF_STATUS_FRAME_SIZE> frame_{};
  std::array<std::uint8_t, FF_IDENTITY_FRAME_SIZE> identity_{};
};

}  // namespace freefloat
