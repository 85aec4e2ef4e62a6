#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "types/cycle.h"

namespace freefloat {

/// What an experiment's phase does; each has its row in kPhaseKinds.
enum class PhaseKind : std::uint8_t {
  kAcknowledge,
  kSettle,
  kCheck,
  kArm,
  kCaptureStanding,
  kCaptureMoving,
  kReorient,
  kFollowPath,
  kMoveTo,
  kGripper,
  kJog,
  kWait,
  kHold,
  kRelease,
  kDisarm,
  kDetumble,
};

/// What there is to know of a kind of phase.
struct PhaseKindRow {
  PhaseKind kind;
  std::string_view name;    ///< in experiment files, logs and reports
  Request request;          ///< asked of the supervisor
  Task task;                ///< of the arm
  bool needs_drives;        ///< means nothing without energised drives
  bool runs_after_failure;  ///< is carried out although an earlier phase failed
};

/// In the order of the enumerators.
inline constexpr std::array<PhaseKindRow, 16> kPhaseKinds{{
    {PhaseKind::kAcknowledge, "acknowledge", Request::kAcknowledge, Task::kHold, false, false},
    {PhaseKind::kSettle, "settle", Request::kNone, Task::kHold, false, false},
    {PhaseKind::kCheck, "check", Request::kCheck, Task::kHold, false, false},
    {PhaseKind::kArm, "arm", Request::kArm, Task::kHold, true, false},
    {PhaseKind::kCaptureStanding, "capture_standing", Request::kActivate, Task::kCaptureStanding, true,
     false},
    {PhaseKind::kCaptureMoving, "capture_moving", Request::kActivate, Task::kCaptureMoving, true, false},
    {PhaseKind::kReorient, "reorient", Request::kActivate, Task::kReorient, true, false},
    {PhaseKind::kFollowPath, "follow_path", Request::kActivate, Task::kFollowPath, true, false},
    {PhaseKind::kMoveTo, "move_to", Request::kActivate, Task::kMoveTo, true, false},
    {PhaseKind::kGripper, "gripper", Request::kActivate, Task::kGrip, true, false},
    {PhaseKind::kJog, "jog", Request::kActivate, Task::kJog, true, false},
    {PhaseKind::kWait, "wait", Request::kNone, Task::kHold, false, false},
    {PhaseKind::kHold, "hold", Request::kHold, Task::kHold, true, true},
    {PhaseKind::kRelease, "release", Request::kActivate, Task::kRelease, true, true},
    {PhaseKind::kDisarm, "disarm", Request::kDisarm, Task::kHold, false, true},
    {PhaseKind::kDetumble, "detumble", Request::kActivate, Task::kDetumble, true, false},
}};

constexpr const PhaseKindRow& row_of(PhaseKind kind) {
  return kPhaseKinds[static_cast<std::size_t>(kind)];
}

constexpr bool is_capture(PhaseKind kind) {
  return kind == PhaseKind::kCaptureStanding || kind == PhaseKind::kCaptureMoving;
}

/// @return Whether the phase ends by its duration, not by what happens.
constexpr bool lasts_fixed_time(PhaseKind kind) {
  return kind == PhaseKind::kSettle || kind == PhaseKind::kHold;
}

}  // namespace freefloat
