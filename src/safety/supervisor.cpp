#include "safety/supervisor.h"

#include "safety/fault_table.h"

namespace freefloat {

namespace {

SupervisorState next_state(const OperatorCommand& op, bool edge, std::uint32_t faults,
                           SupervisorMemory& memory) {
  using State = SupervisorState;
  const State state = memory.state;
  const bool fault = any_with(faults, Reaction::kFault);
  const bool hold = any_with(faults, Reaction::kHold);
  if (op.request == Request::kStop) return State::kStopped;
  if (may_move(state) && fault) {
    memory.latched = faults;
    return State::kFault;
  }
  switch (state) {
    case State::kDisarmed:
      return op.request == Request::kCheck && blocking(faults) == 0 && !fault ? State::kReady : state;
    case State::kReady:
      if (blocking(faults) != 0 || fault || op.request == Request::kDisarm) return State::kDisarmed;
      return op.request == Request::kArm && edge ? State::kArmed : state;
    case State::kArmed:
      if (op.request == Request::kDisarm) return State::kDisarmed;
      return op.request == Request::kActivate && edge && !hold ? State::kActive : state;
    case State::kActive:
      if (op.request == Request::kDisarm) return State::kDisarmed;
      if (hold) {
        memory.latched = faults;
        return State::kHold;
      }
      return op.request == Request::kHold ? State::kHold : state;
    case State::kHold:
      if (op.request == Request::kDisarm) return State::kDisarmed;
      return op.request == Request::kActivate && edge && !hold ? State::kActive : state;
    case State::kFault:
    case State::kStopped:
      if (op.request != Request::kAcknowledge) return state;
      memory.acknowledged = memory.acknowledged || edge;
      return memory.acknowledged && !fault ? State::kDisarmed : state;
  }
  return State::kFault;
}

}  // namespace

void supervise(const OperatorCommand& op, std::uint32_t faults, SupervisorMemory& memory) {
  const bool edge = op.request != memory.last_request || op.task_number != memory.last_task;
  const SupervisorState before = memory.state;
  memory.state = next_state(op, edge, faults, memory);
  const bool left_trouble = memory.state != before && (memory.state == SupervisorState::kActive ||
                                                       memory.state == SupervisorState::kDisarmed);
  if (left_trouble) memory.latched = 0;
  const bool latched = memory.state == SupervisorState::kFault || memory.state == SupervisorState::kStopped;
  if (!latched || memory.state != before) memory.acknowledged = false;
  memory.last_request = op.request;
  memory.last_task = op.task_number;
}

}  // namespace freefloat
