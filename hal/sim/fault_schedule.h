#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "types/time.h"

namespace freefloat {

enum class SimFault : std::uint8_t {
  kFramesDropped,    ///< no picture arrives
  kMarkerHidden,     ///< LED `index` is covered
  kGlare,            ///< a bright extra spot at a random place in every picture
  kLinkCut,          ///< no byte passes, either way
  kTachoStuck,       ///< tachogenerator `index` keeps its value
  kPotStuck,         ///< potentiometer `index` keeps its value
  kBoardReset,       ///< the board restarts at `begin`
  kPush,             ///< force `magnitude` N on the satellite along +x of W
  kLinkCutToBoard,   ///< no command arrives
  kLinkCutToPc,      ///< no status arrives
  kLinkNoise,        ///< random bytes before and behind the frames, both ways
  kLinkGarbage,      ///< random bytes instead of frames, both ways: a wrong baud rate
  kBoardVersion,     ///< the board speaks another version of the protocol
  kBoardJointCount,  ///< the board is built for `index` joints, for the whole run
  kPotsSwapped,      ///< potentiometers `index` and `index` + 1 are exchanged
  kTachosSwapped,    ///< tachogenerators `index` and `index` + 1 are exchanged
  kMotorsSwapped,    ///< motors `index` and `index` + 1 are exchanged
  kPotInverted,      ///< potentiometer `index` counts the other way
  kTachoInverted,    ///< tachogenerator `index` counts the other way
  kMotorInverted,    ///< motor `index` turns the other way
  kPotShifted,       ///< potentiometer `index` has slipped on its shaft by `angle` rad
  kPotBroken,        ///< wire of potentiometer `index`: reads as the lowest count
  kTachoBroken,      ///< wire of tachogenerator `index`: the same
};

/// One effect, from `begin` until `end`.
struct ScheduledFault {
  SimFault fault = SimFault::kFramesDropped;
  Time begin{};
  Time end{};
  int index = 0;
  double magnitude = 0.0;
  double angle = 0.0;
};

/// @return Whether `scheduled` is there at `now`.
inline bool is_active(const ScheduledFault& scheduled, Time now) {
  return scheduled.begin <= now && now < scheduled.end;
}

/// @param index LED or joint; negative: any.
/// @return Whether such an effect is there at `now`.
inline bool is_active(std::span<const ScheduledFault> faults, SimFault fault, Time now, int index = -1) {
  return std::any_of(faults.begin(), faults.end(), [&](const ScheduledFault& scheduled) {
    return scheduled.fault == fault && is_active(scheduled, now) && (index < 0 || scheduled.index == index);
  });
}

/// What an effect's `index` counts.
enum class FaultIndex : std::uint8_t { kNone, kMarker, kJoint, kJointPair, kJointCount };

constexpr FaultIndex index_of(SimFault fault) {
  switch (fault) {
    case SimFault::kMarkerHidden:
      return FaultIndex::kMarker;
    case SimFault::kTachoStuck:
    case SimFault::kPotStuck:
    case SimFault::kPotInverted:
    case SimFault::kTachoInverted:
    case SimFault::kMotorInverted:
    case SimFault::kPotShifted:
    case SimFault::kPotBroken:
    case SimFault::kTachoBroken:
      return FaultIndex::kJoint;
    case SimFault::kPotsSwapped:
    case SimFault::kTachosSwapped:
    case SimFault::kMotorsSwapped:
      return FaultIndex::kJointPair;
    case SimFault::kBoardJointCount:
      return FaultIndex::kJointCount;
    default:
      return FaultIndex::kNone;
  }
}

}  // namespace freefloat
