#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "types/random.h"
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
  kAirSupplyLow,     ///< pads carry the share `share` of the weight as Coulomb friction; drag grows by `drag`
  kTargetPush,       ///< force `magnitude` N on a floating target, towards the satellite
  kMarkersSwapped,   ///< LEDs `index` and `index` + 1 are taken for one another, where no pictures are
                     ///< rendered
  kMotorRunaway,     ///< motor `index` gets its full voltage while the bridges are on
  // Parts that fail in one of the ways of FaultMode.
  kCamera,
  kPot,          ///< potentiometer `index`
  kTacho,        ///< tachogenerator `index`
  kMotor,        ///< motor `index`
  kLink,         ///< wire to the board, both ways
  kLinkToBoard,  ///< commands
  kLinkToPc,     ///< statuses
  // Of emulated servos.
  kServo,            ///< servo of joint `index`: without power, its encoder, or its answers
  kServoOverheated,  ///< it says so while it lasts, and lets go
  kServoOverloaded,  ///< the same
  kServoVoltage,     ///< its supply is out of its limits: it says so; a Dynamixel goes on, an ODrive lets go
  kServoReset,       ///< it restarts at `begin`, and has forgotten what it was told
  kServoId,          ///< a Dynamixel answers by the number of the next servo on the bus
};

/// How a part fails.
enum class FaultMode : std::uint8_t {
  kNone,          ///< the fault's name says it
  kOff,           ///< nothing comes; a broken wire reads as the lowest count
  kStuck,         ///< the last picture, value or frame again and again
  kGarbage,       ///< random pixels, places, counts or bytes
  kWrong,         ///< looks well: a slipped potentiometer, a gain off, pictures' stamps late, a flipped bit
  kSlow,          ///< something new only once a `delay`
  kDelayed,       ///< all comes later by `delay`
  kDuplicated,    ///< all comes twice
  kIntermittent,  ///< off in a random half of all spans of length `delay`
};

/// One effect, from `begin` until `end`.
struct ScheduledFault {
  SimFault fault = SimFault::kFramesDropped;
  Time begin{};
  Time end{};
  int index = 0;
  double magnitude = 0.0;
  double angle = 0.0;
  FaultMode mode = FaultMode::kNone;
  double share = 0.5;  ///< of a wrong motor's voltage, a wrong tachogenerator's rate, of weight
  double drag = 0.0;   ///< of a low air supply, 1/s
  Duration delay = from_seconds(0.1);  ///< of modes
  double within = 0.0;                 ///< m; not zero: begins when the hand is nearer to the target
  double rate = 0.0;                   ///< 1/s; not zero: comes at random, so often, for `lasting` each
  Duration lasting = from_seconds(0.5);
  std::uint64_t draw = 0;           ///< of what is random, from the run's seed
  std::optional<Time> triggered{};  ///< the condition has been met; set by the simulation
};

/// @return Evenly distributed in [0, 1): the same for the same fault and span of time, whoever asks.
inline double draw_span(const ScheduledFault& fault, Time now, Duration span) {
  const auto number = static_cast<std::uint64_t>((now - fault.begin) / std::max(span, Duration{1}));
  std::uint64_t mixed = fault.draw + 0x9e3779b97f4a7c15u * (number + 1);  // splitmix64
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53;
}

/// @return Whether `scheduled` is there at `now`.
inline bool is_active(const ScheduledFault& scheduled, Time now) {
  if (now < scheduled.begin || now >= scheduled.end) return false;
  if (scheduled.within > 0.0 && !(scheduled.triggered && *scheduled.triggered <= now)) return false;
  if (scheduled.rate > 0.0 &&
      !(draw_span(scheduled, now, scheduled.lasting) < scheduled.rate * to_seconds(scheduled.lasting)))
    return false;
  return scheduled.mode != FaultMode::kIntermittent || draw_span(scheduled, now, scheduled.delay) < 0.5;
}

/// Gives each effect what is random of it.
/// @param seed Of the run.
inline void draw_faults(std::span<ScheduledFault> faults, std::uint64_t seed) {
  for (std::size_t i = 0; i < faults.size(); ++i) faults[i].draw = Random(seed, "fault", i).next();
}

/// @param index LED or joint; negative: any.
/// @return Whether such an effect is there at `now`.
inline bool is_active(std::span<const ScheduledFault> faults, SimFault fault, Time now, int index = -1) {
  return std::any_of(faults.begin(), faults.end(), [&](const ScheduledFault& scheduled) {
    return scheduled.fault == fault && is_active(scheduled, now) && (index < 0 || scheduled.index == index);
  });
}

/// A part and how it fails: those effects that have names of their own are the same as a part with a mode.
struct PartFailure {
  SimFault part;
  FaultMode mode;
};

constexpr PartFailure failure_of(const ScheduledFault& scheduled) {
  struct Named {
    SimFault name;
    PartFailure same;
  };
  constexpr Named kNamed[] = {
      {SimFault::kFramesDropped, {SimFault::kCamera, FaultMode::kOff}},
      {SimFault::kPotStuck, {SimFault::kPot, FaultMode::kStuck}},
      {SimFault::kPotBroken, {SimFault::kPot, FaultMode::kOff}},
      {SimFault::kPotShifted, {SimFault::kPot, FaultMode::kWrong}},
      {SimFault::kTachoStuck, {SimFault::kTacho, FaultMode::kStuck}},
      {SimFault::kTachoBroken, {SimFault::kTacho, FaultMode::kOff}},
      {SimFault::kLinkCut, {SimFault::kLink, FaultMode::kOff}},
      {SimFault::kLinkCutToBoard, {SimFault::kLinkToBoard, FaultMode::kOff}},
      {SimFault::kLinkCutToPc, {SimFault::kLinkToPc, FaultMode::kOff}},
      {SimFault::kLinkGarbage, {SimFault::kLink, FaultMode::kGarbage}},
  };
  for (const Named& named : kNamed) {
    if (named.name == scheduled.fault) return named.same;
  }
  // What fails now and then is off while it does.
  return {scheduled.fault, scheduled.mode == FaultMode::kIntermittent ? FaultMode::kOff : scheduled.mode};
}

/// @return Whether it is an effect on servos that have a bus and electronics of their own.
constexpr bool is_of_servo(SimFault fault) {
  return fault >= SimFault::kServo;
}

/// @return Whether a part can fail so.
constexpr bool can_fail(SimFault part, FaultMode mode) {
  switch (part) {
    case SimFault::kCamera:
    case SimFault::kLink:
    case SimFault::kLinkToBoard:
    case SimFault::kLinkToPc:
      return mode != FaultMode::kNone;
    case SimFault::kPot:
    case SimFault::kTacho:
      return mode != FaultMode::kNone && mode != FaultMode::kDuplicated;
    case SimFault::kServo:
    case SimFault::kMotor:
      return mode == FaultMode::kOff || mode == FaultMode::kStuck || mode == FaultMode::kGarbage ||
             mode == FaultMode::kWrong || mode == FaultMode::kIntermittent;
    default:
      return mode == FaultMode::kNone;
  }
}

/// What an effect's `index` counts.
enum class FaultIndex : std::uint8_t { kNone, kMarker, kMarkerPair, kJoint, kJointPair, kJointCount };

constexpr FaultIndex index_of(SimFault fault) {
  constexpr std::array kOfJoint{SimFault::kTachoStuck,    SimFault::kPotStuck,      SimFault::kPotInverted,
                                SimFault::kTachoInverted, SimFault::kMotorInverted, SimFault::kPotShifted,
                                SimFault::kPotBroken,     SimFault::kTachoBroken,   SimFault::kMotorRunaway,
                                SimFault::kPot,           SimFault::kTacho,         SimFault::kMotor};
  constexpr std::array kOfJointPair{SimFault::kPotsSwapped, SimFault::kTachosSwapped,
                                    SimFault::kMotorsSwapped};
  const auto among = [fault](const auto& faults) { return std::ranges::find(faults, fault) != faults.end(); };
  if (is_of_servo(fault) || among(kOfJoint)) return FaultIndex::kJoint;
  if (among(kOfJointPair)) return FaultIndex::kJointPair;
  if (fault == SimFault::kMarkerHidden) return FaultIndex::kMarker;
  if (fault == SimFault::kMarkersSwapped) return FaultIndex::kMarkerPair;
  return fault == SimFault::kBoardJointCount ? FaultIndex::kJointCount : FaultIndex::kNone;
}

}  // namespace freefloat
