#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <tl/expected.hpp>

namespace freefloat {

/// Reads a run's log once.
/// @return Where robot and target were, thinned evenly: time_s since the run's begin, satellite [x m, y m,
/// attitude rad], joints_rad, hand_m, target_m (null where not known), state; or why it cannot be read.
tl::expected<nlohmann::json, std::string> read_run_track(const std::string& log);

}  // namespace freefloat
