#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "runlog/log_gap.h"

namespace freefloat {

// What of a run is missing from its log, as `freefloat run` and `freefloat log` print it.

/// Two lines a gap: time and cause, then topics. @param indent Before the first, with its title.
std::string format_gaps(const std::vector<LogGap>& gaps, const std::string& indent);

nlohmann::json gaps_to_json(const std::vector<LogGap>& gaps);

}  // namespace freefloat
