#pragma once

#include <cmath>
#include <cstdint>

#include "types/joint_vector.h"

namespace freefloat {

/// How a guidance law of the user's own stands in a cycle.
enum class LawState : std::uint8_t {
  kWaiting,   ///< it was asked nothing in the cycle before
  kAnswered,  ///< to what was asked in the cycle before
  kLate,      ///< not yet; the rates are those of its answer before
  kSilent,    ///< it has not answered for too long
  kEnded,     ///< its process has ended
  kRefused,   ///< it said that it cannot tell any rates
};

/// @return Whether a robot could ever be asked for it: neither a NaN nor beyond all motors, rad/s.
inline bool is_possible_rate(double rate) {
  return std::abs(rate) < 1e4;
}

/// What a law of the user's own told for a cycle. It is an input like a picture: it runs beside the
/// controller, not in it, so that a replay needs the answers and not the law.
struct LawAnswer {
  LawState state = LawState::kWaiting;
  JointVector rates;  ///< wanted, rad/s, not yet limited; empty: none
};

}  // namespace freefloat
