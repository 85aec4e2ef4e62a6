#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "operate/day_state.h"

namespace freefloat {

/// @return The settings that are changed most at a table, each as the file says and as it is for the next
/// run; then whatever else was changed.
nlohmann::json settings_json(const DayState& day);

/// @param change `key=value`.
std::string key_of(const std::string& change);

/// @param changes `key=value` each. @param key Of the one that changes. @param value New one of the key;
/// none: as the files say.
std::vector<std::string> with_change(std::vector<std::string> changes, const std::string& key,
                                     const std::optional<std::string>& value);

/// @return The number as a file would have it, with six digits.
std::string text_of_number(double value);

}  // namespace freefloat
