#pragma once

#include <nlohmann/json.hpp>

#include "operate/day_state.h"
#include "runtime/preview.h"

namespace freefloat {

/// @return The desk's state as the page knows it: docs of the fields stand in the console's README. Unknown
/// numbers are null.
nlohmann::json state_json(const DayState& day, const Watch& watch);

/// @return A prediction as its part of the state.
nlohmann::json preview_json(const Preview& preview);

/// @return The preview as the page shows it: in the words of `freefloat run`.
LongWork shown_preview(const Preview& preview, const RunConfig& config);

/// @return `disarmed`, `ready`, ...
std::string_view name_of(SupervisorState state);

}  // namespace freefloat
