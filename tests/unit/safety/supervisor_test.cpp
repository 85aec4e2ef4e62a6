#include "safety/supervisor.h"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "safety/fault_table.h"

namespace freefloat {
namespace {

using State = SupervisorState;

constexpr State kStates[] = {State::kDisarmed, State::kReady, State::kArmed,  State::kActive,
                             State::kHold,     State::kFault, State::kStopped};
constexpr Request kRequests[] = {Request::kNone, Request::kCheck,  Request::kArm,  Request::kActivate,
                                 Request::kHold, Request::kDisarm, Request::kStop, Request::kAcknowledge};

bool energised(State state) {
  return state == State::kArmed || state == State::kActive || state == State::kHold;
}

OperatorCommand ask(Request request, std::uint32_t task = 1) {
  OperatorCommand op;
  op.request = request;
  op.task_number = task;
  return op;
}

/// What the rules of supervisor.h and the fault table say, written anew. `row` null: no fault.
State expected(State state, Request request, const FaultRow* row) {
  const bool fault = row != nullptr && row->reaction == Reaction::kFault;
  const bool hold = row != nullptr && row->reaction == Reaction::kHold;
  if (request == Request::kStop) return State::kStopped;
  if (state == State::kFault || state == State::kStopped) {
    return request == Request::kAcknowledge && !fault ? State::kDisarmed : state;
  }
  if (energised(state)) {
    if (fault) return State::kFault;
    if (request == Request::kDisarm) return State::kDisarmed;
    if (state == State::kActive) return hold || request == Request::kHold ? State::kHold : state;
    return request == Request::kActivate && !hold ? State::kActive : state;
  }
  const bool unmet = fault || (row != nullptr && row->blocks_arming);
  if (state == State::kDisarmed) return request == Request::kCheck && !unmet ? State::kReady : state;
  if (unmet || request == Request::kDisarm) return State::kDisarmed;
  return request == Request::kArm ? State::kArmed : state;
}

TEST(Supervisor, FollowsItsTableForEveryStateRequestAndFault) {
  std::vector<const FaultRow*> rows{nullptr};
  for (const FaultRow& row : kFaultTable) rows.push_back(&row);
  for (const State state : kStates) {
    for (const Request request : kRequests) {
      for (const FaultRow* row : rows) {
        SupervisorMemory memory;
        memory.state = state;
        const std::uint32_t faults = row == nullptr ? 0 : fault_bit(row->fault);
        supervise(ask(request), faults, memory);
        EXPECT_EQ(memory.state, expected(state, request, row))
            << static_cast<int>(state) << " asked " << static_cast<int>(request) << ", fault "
            << (row == nullptr ? "none" : row->name);
        const bool by_fault = row != nullptr && memory.state != state &&
                              (memory.state == State::kFault ||
                               (memory.state == State::kHold && row->reaction == Reaction::kHold));
        EXPECT_EQ(memory.latched, by_fault ? faults : 0u);
      }
    }
  }
}

TEST(Supervisor, StartsMotionOnlyOnANewRequest) {
  for (const FaultRow& row : kFaultTable) {
    SupervisorMemory memory;
    memory.state = State::kArmed;
    supervise(ask(Request::kActivate), 0, memory);
    ASSERT_EQ(memory.state, State::kActive);
    supervise(ask(Request::kActivate), fault_bit(row.fault), memory);
    const State after = row.reaction == Reaction::kHold ? State::kHold : State::kFault;
    ASSERT_EQ(memory.state, after) << row.name;
    EXPECT_EQ(memory.latched, fault_bit(row.fault));
    for (int i = 0; i < 100; ++i) supervise(ask(Request::kActivate), 0, memory);  // the fault has gone
    EXPECT_EQ(memory.state, after) << row.name;
    supervise(ask(Request::kNone), 0, memory);
    supervise(ask(Request::kActivate), 0, memory);  // asked anew
    EXPECT_EQ(memory.state, after == State::kHold ? State::kActive : State::kFault) << row.name;
  }
}

TEST(Supervisor, TakesANewTaskForANewRequest) {
  SupervisorMemory memory;
  memory.state = State::kActive;
  supervise(ask(Request::kActivate, 1), fault_bit(Fault::kTargetUnreachable), memory);
  supervise(ask(Request::kActivate, 1), 0, memory);
  EXPECT_EQ(memory.state, State::kHold);
  supervise(ask(Request::kActivate, 2), 0, memory);
  EXPECT_EQ(memory.state, State::kActive);
}

TEST(Supervisor, ArmsOnlyOnANewRequest) {
  SupervisorMemory memory;
  supervise(ask(Request::kCheck), 0, memory);
  supervise(ask(Request::kArm), fault_bit(Fault::kTableEdge), memory);  // thrown back to disarmed
  ASSERT_EQ(memory.state, State::kDisarmed);
  for (int i = 0; i < 10; ++i) supervise(ask(Request::kArm), 0, memory);
  EXPECT_EQ(memory.state, State::kDisarmed);
  memory.state = State::kReady;
  for (int i = 0; i < 10; ++i) supervise(ask(Request::kArm), 0, memory);
  EXPECT_EQ(memory.state, State::kReady);
}

TEST(Supervisor, LeavesFaultAndStoppedOnlyByAnAcknowledgementAndOnlyToDisarmed) {
  for (const State latched : {State::kFault, State::kStopped}) {
    SupervisorMemory memory;
    memory.state = latched;
    for (const Request request : kRequests) {
      if (request == Request::kStop || request == Request::kAcknowledge) continue;
      supervise(ask(request), 0, memory);
      EXPECT_EQ(memory.state, latched);
    }
    supervise(ask(Request::kAcknowledge), fault_bit(Fault::kBoardLatched), memory);  // the cause is there
    EXPECT_EQ(memory.state, latched);
    supervise(ask(Request::kAcknowledge), 0, memory);
    EXPECT_EQ(memory.state, State::kDisarmed);
    EXPECT_EQ(memory.latched, 0u);
  }
}

TEST(Supervisor, ReachesMotionFromDisarmedInNoFewerThanThreeDeliberateSteps) {
  // Breadth first over all sequences of requests.
  SupervisorMemory start;
  std::vector<SupervisorMemory> reached{start};
  for (int step = 1; step <= 3; ++step) {
    std::vector<SupervisorMemory> next;
    bool moves = false;
    for (const SupervisorMemory& memory : reached) {
      for (const Request request : kRequests) {
        SupervisorMemory after = memory;
        supervise(ask(request), 0, after);
        moves = moves || after.state == State::kActive;
        next.push_back(after);
      }
    }
    EXPECT_EQ(moves, step == 3);
    reached = next;
  }
}

TEST(FaultTable, NumbersItsRows) {
  for (std::size_t i = 0; i < kFaultTable.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(kFaultTable[i].fault), i);
    EXPECT_FALSE(kFaultTable[i].name.empty() || kFaultTable[i].detection.empty() ||
                 kFaultTable[i].remedy.empty());
  }
}

TEST(Supervisor, AnAcknowledgementThatStandsClearsNoLaterFault) {
  SupervisorMemory memory;
  memory.state = State::kFault;
  const std::uint32_t fault = fault_bit(Fault::kOverspeed);
  supervise(ask(Request::kAcknowledge), fault, memory);
  EXPECT_EQ(memory.state, State::kFault);
  supervise(ask(Request::kAcknowledge), 0, memory);  // of this fault, once it is gone
  EXPECT_EQ(memory.state, State::kDisarmed);

  memory.state = State::kFault;  // another one, while the switch is still held
  for (int i = 0; i < 3; ++i) supervise(ask(Request::kAcknowledge), i == 0 ? fault : 0, memory);
  EXPECT_EQ(memory.state, State::kFault);
  supervise(ask(Request::kNone), 0, memory);
  supervise(ask(Request::kAcknowledge), 0, memory);
  EXPECT_EQ(memory.state, State::kDisarmed);
}

TEST(Supervisor, AnAcknowledgementOfAFaultIsNoneOfTheNext) {
  SupervisorMemory memory;
  memory.state = State::kFault;
  supervise(ask(Request::kAcknowledge), fault_bit(Fault::kOverspeed), memory);
  supervise(ask(Request::kStop), 0, memory);
  ASSERT_EQ(memory.state, State::kStopped);
  EXPECT_FALSE(memory.acknowledged);
}

}  // namespace
}  // namespace freefloat
