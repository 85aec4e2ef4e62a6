#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "operate/day_state.h"
#include "runtime/operator_desk.h"

namespace freefloat {

/// What a person may ask of a day that depends on how it stands.
inline constexpr std::array<std::string_view, 21> kActions{
    "arm",  "run",     "pause",        "resume",  "skip",        "abort",  "acknowledge",
    "jog",  "prepare", "disarm",       "open",    "seed",        "set",    "unset",
    "drag", "vision",  "vision_write", "preview", "arm_confirm", "record", "record_end"};

/// What is only asked of a run.
inline constexpr std::array<std::string_view, 4> kInRuns{"pause", "resume", "skip", "abort"};

/// @return What an action wishes of the loop, where it leads straight there.
std::optional<WishKind> loop_wish(std::string_view action);

/// @return Why it cannot be done now, for people; empty: it can.
std::string why_not(std::string_view action, const DayState& day, const Watch& watch);

/// @return Whether robot or board have stopped with something to be acknowledged.
bool robot_wants_acknowledgement(const Watch& watch);

/// @return `idle`, `preparing`, `ready_to_run`, `running`, `paused`, `jog` or `finished`.
std::string_view mode_of(const DayState& day, const Watch& watch);

}  // namespace freefloat
