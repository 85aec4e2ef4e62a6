#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "hal/servos/servo_joint.h"
#include "types/joint_vector.h"
#include "types/time.h"

namespace freefloat {

inline constexpr double kMicroPerUnit = 1e6;  ///< the wire counts in urad, urad/s, us

/// @return Time as the wire counts it, us.
inline std::uint64_t to_microseconds(Time time) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(time.time_since_epoch().count() / 1000, 0));
}

/// Why a board started. Same order as the codes in firmware-interface/PROTOCOL.md.
enum class ResetCause : std::uint8_t { kPower, kWatchdog, kSoftware, kOther };

/// Who a servo board is: its answer to our query, readable whatever protocol version it speaks.
struct BoardIdentity {
  static constexpr std::size_t kNameSize = 16;

  std::uint32_t session = 0;  ///< of this start of the board: another number after every restart
  int protocol_version = 0;
  std::uint32_t definition_hash = 0;  ///< of the protocol's definition
  int joint_count = 0;
  bool demands_key = false;  ///< refuses whatever is not authenticated
  ResetCause reset_cause = ResetCause::kOther;
  Duration tick{};                                 ///< of its servo
  Duration uptime{};                               ///< board time when it answered
  std::uint32_t parameters_hash = 0;               ///< of its servo parameters
  std::array<ServoLimits, kMaxJoints> limits{};    ///< that the board itself enforces, a joint each
  std::array<char, kNameSize> firmware_id_text{};  ///< padded with zeros
  std::array<char, kNameSize> board_name_text{};   ///< padded with zeros

  std::string_view firmware_id() const { return read_text(firmware_id_text); }
  std::string_view board_name() const { return read_text(board_name_text); }

 private:
  static std::string_view read_text(const std::array<char, kNameSize>& text) {
    const std::string_view all(text.data(), text.size());
    return all.substr(0, all.find('\0'));
  }
};

}  // namespace freefloat
