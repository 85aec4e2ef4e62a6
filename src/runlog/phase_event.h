#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "mcap/fixed_text.h"
#include "types/time.h"

namespace freefloat {

enum class PhaseMoment : std::uint8_t { kBegin, kEnd };

/// A figure that goes with a phase's verdict.
struct PhaseNumber {
  FixedText<40> name;  ///< with its unit: `distance_m`
  double value = 0.0;
};

/// A phase of the experiment begins or ends. Held without heap memory.
struct PhaseEvent {
  static constexpr std::size_t kMaxNumbers = 8;

  Time at{};
  std::uint32_t phase_number = 0;  ///< position in the experiment, from 0
  FixedText<64> name;              ///< as in the experiment's file
  FixedText<32> kind;              ///< `capture_standing`, ...
  PhaseMoment moment = PhaseMoment::kBegin;
  bool passed = false;             ///< at the end only
  bool skipped = false;            ///< not tried: an earlier phase failed, or the robot is not armed
  bool observed = false;           ///< nothing was commanded: neither passed nor failed
  FixedText<256> reason;           ///< why it passed, failed or was skipped, for people
  std::uint32_t number_count = 0;  ///< the first so many entries of `numbers` are used
  std::array<PhaseNumber, kMaxNumbers> numbers{};

  /// @return In a word, at the end. @param failed That for what was neither passed, observed nor skipped.
  std::string_view verdict(std::string_view failed) const {
    return passed ? "passed" : observed ? "observed" : skipped ? "skipped" : failed;
  }

  /// @return False when all places are taken; the number is then left out.
  bool add_number(std::string_view number_name, double value) noexcept {
    if (number_count >= kMaxNumbers) return false;
    numbers[number_count++] = {number_name, value};
    return true;
  }
};

}  // namespace freefloat
