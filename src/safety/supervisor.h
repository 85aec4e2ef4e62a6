#pragma once

#include <cstdint>

#include "types/cycle.h"

namespace freefloat {

/// The supervisor's memory.
struct SupervisorMemory {
  SupervisorState state = SupervisorState::kDisarmed;
  std::uint32_t latched = 0;  ///< faults that brought it into hold or fault
  Request last_request = Request::kNone;
  std::uint32_t last_task = 0;
  bool acknowledged = false;  ///< since it latched
};

/// @return Whether drives are energised in this state.
constexpr bool may_move(SupervisorState state) {
  return state == SupervisorState::kArmed || state == SupervisorState::kActive ||
         state == SupervisorState::kHold;
}

/// One cycle of the supervisor: disarmed -> ready -> armed -> active <-> hold, fault and stopped from
/// anywhere.
///
/// Rules: STOP works in every state. A fault that calls for it latches `fault`; one that calls for hold
/// leaves `active` for `hold`. Motion starts only on a new request, never because a fault has gone. `fault`
/// and `stopped` are left by an acknowledgement with the cause gone, and only to `disarmed`; one that was
/// given before, and still stands, acknowledges nothing.
/// @param op The operator's wish in this cycle; requests are levels, a motion and an acknowledgement need an
/// edge.
/// @param faults Bits seen in this cycle.
/// @param memory The supervisor's; goes on.
void supervise(const OperatorCommand& op, std::uint32_t faults, SupervisorMemory& memory);

}  // namespace freefloat
