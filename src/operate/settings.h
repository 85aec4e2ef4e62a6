#pragma once

#include <nlohmann/json.hpp>

#include "operate/day_state.h"

namespace freefloat {

/// @return The settings that are changed most at a table, each as the file says and as it is for the next
/// run; then whatever else was changed.
nlohmann::json settings_json(const DayState& day);

}  // namespace freefloat
