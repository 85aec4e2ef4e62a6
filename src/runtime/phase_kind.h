#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "types/cycle.h"

namespace freefloat {

/// What an experiment's phase does.
enum class PhaseKind : std::uint8_t {
  kAcknowledge,
  kSettle,
  kCheck,
  kArm,
  kCaptureStanding,
  kCaptureMoving,
  kReorient,
  kHold,
  kRelease,
  kDisarm,
};

/// The names that experiment files, logs and reports use.
inline constexpr std::array<std::pair<PhaseKind, std::string_view>, 10> kPhaseNames{{
    {PhaseKind::kAcknowledge, "acknowledge"},
    {PhaseKind::kSettle, "settle"},
    {PhaseKind::kCheck, "check"},
    {PhaseKind::kArm, "arm"},
    {PhaseKind::kCaptureStanding, "capture_standing"},
    {PhaseKind::kCaptureMoving, "capture_moving"},
    {PhaseKind::kReorient, "reorient"},
    {PhaseKind::kHold, "hold"},
    {PhaseKind::kRelease, "release"},
    {PhaseKind::kDisarm, "disarm"},
}};

constexpr std::string_view phase_kind_name(PhaseKind kind) {
  for (const auto& [named, name] : kPhaseNames) {
    if (named == kind) return name;
  }
  return "unknown";
}

constexpr bool is_capture(PhaseKind kind) {
  return kind == PhaseKind::kCaptureStanding || kind == PhaseKind::kCaptureMoving;
}

/// @return Whether the phase ends by its duration, not by what happens.
constexpr bool lasts_fixed_time(PhaseKind kind) {
  return kind == PhaseKind::kSettle || kind == PhaseKind::kHold;
}

/// @return Whether the phase means nothing without energised drives.
constexpr bool needs_drives(PhaseKind kind) {
  return kind == PhaseKind::kArm || is_capture(kind) || kind == PhaseKind::kReorient ||
         kind == PhaseKind::kHold || kind == PhaseKind::kRelease;
}

/// @return Whether the phase is carried out although an earlier one failed.
constexpr bool runs_after_failure(PhaseKind kind) {
  return kind == PhaseKind::kHold || kind == PhaseKind::kRelease || kind == PhaseKind::kDisarm;
}

/// @return What the phase asks of the supervisor.
constexpr Request request_of(PhaseKind kind) {
  switch (kind) {
    case PhaseKind::kAcknowledge:
      return Request::kAcknowledge;
    case PhaseKind::kSettle:
      return Request::kNone;
    case PhaseKind::kCheck:
      return Request::kCheck;
    case PhaseKind::kArm:
      return Request::kArm;
    case PhaseKind::kCaptureStanding:
    case PhaseKind::kCaptureMoving:
    case PhaseKind::kReorient:
    case PhaseKind::kRelease:
      return Request::kActivate;
    case PhaseKind::kHold:
      return Request::kHold;
    case PhaseKind::kDisarm:
      return Request::kDisarm;
  }
  return Request::kStop;
}

/// @return What the arm is to do in it.
constexpr Task task_of(PhaseKind kind) {
  switch (kind) {
    case PhaseKind::kCaptureStanding:
      return Task::kCaptureStanding;
    case PhaseKind::kCaptureMoving:
      return Task::kCaptureMoving;
    case PhaseKind::kReorient:
      return Task::kReorient;
    case PhaseKind::kRelease:
      return Task::kRelease;
    default:
      return Task::kHold;
  }
}

}  // namespace freefloat
