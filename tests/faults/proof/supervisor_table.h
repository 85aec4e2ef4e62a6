#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "safety/fault_table.h"
#include "types/cycle.h"

namespace freefloat {

/// Where the supervisor can be. `acknowledged` tells two of them apart in fault and stopped alone.
struct Place {
  SupervisorState state = SupervisorState::kDisarmed;
  bool acknowledged = false;
  bool operator==(const Place&) const = default;
};

/// All of them, with their names for people and for the model.
struct NamedPlace {
  Place place;
  std::string_view name;
};
inline constexpr NamedPlace kPlaces[] = {
    {{SupervisorState::kDisarmed}, "disarmed"},
    {{SupervisorState::kReady}, "ready"},
    {{SupervisorState::kArmed}, "armed"},
    {{SupervisorState::kActive}, "active"},
    {{SupervisorState::kHold}, "hold"},
    {{SupervisorState::kFault}, "fault"},
    {{SupervisorState::kFault, true}, "fault_acked"},
    {{SupervisorState::kStopped}, "stopped"},
    {{SupervisorState::kStopped, true}, "stopped_acked"},
};
inline constexpr int kPlaceCount = static_cast<int>(std::size(kPlaces));

inline constexpr std::string_view kRequests[] = {"none", "check",  "arm",  "activate",
                                                 "hold", "disarm", "stop", "acknowledge"};
inline constexpr int kRequestCount = static_cast<int>(std::size(kRequests));

/// Faults to which the supervisor answers alike in every place, to every request.
struct FaultColumn {
  std::string name;
  std::uint32_t faults = 0;          ///< bits of the fault table; 0: no fault
  std::optional<Reaction> reaction;  ///< of all of them
};

/// One cycle: where it begins and what comes.
struct Cell {
  int place = 0;
  int request = 0;
  bool fresh = false;  ///< the request or the task differs from the cycle before
  int column = 0;
};

/// What supervise() does in one cycle, found by stepping it.
struct SupervisorTable {
  std::vector<FaultColumn> columns;       ///< the first: no fault
  std::vector<std::optional<int>> after;  ///< place after each cell, see at(); none: a hole, for self-tests
  std::vector<bool> reached;              ///< whether the cell can come about from disarmed

  std::size_t index(const Cell& cell) const;
  std::optional<int>& at(const Cell& cell) { return after[index(cell)]; }
  std::optional<int> at(const Cell& cell) const { return after[index(cell)]; }
};

/// Steps supervise() from every place by every request, new and standing, with every single fault, and with
/// every two of them.
/// @param every_set With all 2^n sets of faults: a few seconds more.
/// @throws std::logic_error where the supervisor does not answer as such a table says: it depends on more of
/// its memory, or a set of faults is answered as none of its columns.
SupervisorTable make_supervisor_table(bool every_set);

}  // namespace freefloat
