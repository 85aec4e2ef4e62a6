#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "safety/safety_config.h"

namespace freefloat {

/// What the robot is when a fault comes.
enum class RobotIs : std::uint8_t {
  kMoving,    ///< by the experiment's phases
  kJogged,    ///< by one joint after the other, to and fro
  kArmed,     ///< at rest
  kDisarmed,  ///< at rest
};

inline constexpr std::array kAllRobotIs{RobotIs::kMoving, RobotIs::kJogged, RobotIs::kArmed,
                                        RobotIs::kDisarmed};

/// @return Whether it rests when a fault comes.
constexpr bool is_at_rest(RobotIs robot) {
  return robot == RobotIs::kArmed || robot == RobotIs::kDisarmed;
}

/// What is promised when a fault comes.
enum class Promise : std::uint8_t {
  kReact,           ///< moving: hold or fault within the bound; at rest: named within it, and nothing moves
  kCarryOn,         ///< the experiment passes
  kReactOrCarryOn,  ///< the one or the other: what has failed may not be needed any more
  kReactOrEnd,      ///< the same, or a phase fails by its own tolerances or time-out
  kRefuse,          ///< named, and the drives are never energised
  kUnseen,          ///< at rest: nothing shows it, and nothing moves; once the arm moves, as promised there
  kNone,            ///< nothing is promised: there is no evidence, or it cannot come then
};

/// What is promised of one fault.
struct Promises {
  Promise moving;
  Promise armed;     ///< energised, at rest
  Promise disarmed;  ///< before somebody wants to arm

  constexpr Promise when(RobotIs robot) const {
    if (!is_at_rest(robot)) return moving;
    return robot == RobotIs::kArmed ? armed : disarmed;
  }
};

/// While what the time of a bound counts: some faults show only in motion, and slow motion shows them late.
enum class Counts : std::uint8_t { kAlways, kSatelliteMoves, kJointMoves, kArmMoves };

inline constexpr double kSatelliteMoves = 0.02;  ///< m/s, the least speed at which a bound counts
inline constexpr double kJointMoves = 0.2;       ///< rad/s, of joint 1
inline constexpr double kArmMoves = 0.03;        ///< rad/s, of any joint

/// How soon a reaction comes.
struct Bound {
  Duration SafetyConfig::*timeout = nullptr;  ///< of what notices it; null: none
  Duration beyond{};                          ///< that it takes in addition

  Duration of(const SafetyConfig& safety) const {
    return beyond + (timeout != nullptr ? safety.*timeout : Duration{});
  }
};

/// One thing that can go wrong, and what is promised of it.
struct Injection {
  std::string_view name;
  std::string_view effects;   ///< entries of an experiment's `faults:` without their times, joined by " + ";
                              ///< empty: cannot be injected into a simulated run
  std::string_view settings;  ///< `key=value` for the run, joined by spaces
  Promises promises;
  std::uint32_t answers;            ///< bits of the fault table; one of them is the reaction's reason
  std::optional<Bound> bound;       ///< of the reaction; none is promised where there is none
  std::string_view note;            ///< which tests cover it beside the matrix, or why it cannot be injected
  Counts counts = Counts::kAlways;  ///< of the bound in motion
};

/// All of them; the list that `freefloat faults` shows and injects.
std::span<const Injection> injections();

/// @return A word.
std::string_view name_of(RobotIs robot);

/// @return Words of a promise.
std::string_view name_of(Promise promise);

/// @return When a bound counts, for people; empty: always.
std::string_view name_of(Counts counts);

}  // namespace freefloat
