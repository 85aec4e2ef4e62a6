#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hal/link_key.h"
#include "hal/sim/servo_tuning.h"
#include "servo/dispatch.h"
#include "wire/authentication.h"

namespace freefloat {

using WireFrame = std::vector<std::uint8_t>;

/// @return A key that is told from others by its first byte.
inline LinkKey make_key(std::uint8_t first) {
  LinkKey key{};
  key[0] = first;
  return key;
}

/// The firmware's own C code at the end of a wire that a test holds: bytes in, frames out, time by hand. Its
/// joints rest in the middle of their ranges, whatever it does.
class WireBoard {
 public:
  explicit WireBoard(int joint_count, const std::optional<LinkKey>& key = {}, std::uint32_t session = 1)
      : key_(key), parameters_(make_parameters(joint_count)) {
    restart(session);
  }

  /// As after a power failure. @param session Of the board's own frames.
  void restart(std::uint32_t session, ff_reset_cause cause = FF_RESET_POWER) {
    entropy_[0] = static_cast<std::uint8_t>(session);
    ff_board_description description{};
    description.firmware_id = "0123456789abcdef";
    description.board_name = "test board";
    description.reset_cause = static_cast<std::uint8_t>(cause);
    description.key = key_ ? key_->data() : nullptr;
    description.entropy = entropy_.data();
    ff_dispatch_start(&board_, &parameters_, session, &description);
  }

  void receive(std::span<const std::uint8_t> bytes) {
    for (const std::uint8_t byte : bytes) ff_dispatch_receive(&board_, byte, now_us_);
  }

  /// One tick of 1 ms. @return The frames that it sends, one behind the other's end.
  std::vector<WireFrame> tick() {
    now_us_ += 1000;
    ff_servo_inputs inputs{};
    for (int i = 0; i < FF_MAX_JOINTS; ++i)
      inputs.pot_counts[i] = inputs.tacho_counts[i] = inputs.current_counts[i] = kMiddle;
    ff_servo_outputs outputs;
    ff_dispatch_tick(&board_, &inputs, now_us_, &outputs);
    std::vector<WireFrame> frames;
    WireFrame frame(FF_MAX_FRAME_SIZE);
    for (const auto take : {ff_dispatch_take_status, ff_dispatch_take_identity}) {
      const std::size_t size = take(&board_, frame.data());
      if (size > 0) frames.emplace_back(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(size));
    }
    return frames;
  }

  const ff_dispatch& state() const { return board_; }
  const ff_servo_parameters& parameters() const { return parameters_; }

 private:
  static constexpr std::uint16_t kMiddle = 2048;

  static ff_servo_parameters make_parameters(int joint_count) {
    const std::size_t count = joint_count;
    DriveParameters drive;
    drive.servo_inertia = 0.05;
    return tune_servo(std::vector<DriveParameters>(count, drive),
                      std::vector<JointLimits>(count, {-3.0, 3.0, 1.5}));
  }

  std::optional<LinkKey> key_;
  std::array<std::uint8_t, FF_NONCE_SIZE> entropy_{};
  ff_servo_parameters parameters_;
  ff_dispatch board_{};
  std::uint64_t now_us_ = 0;
};

}  // namespace freefloat
