#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "operate/day_state.h"

namespace freefloat {

/// Re-runs the controller on a log with changed settings, and writes the comparison as `what_if.html` beside
/// it. @return How it came out.
LongWork work_out_what_if(const std::filesystem::path& run_folder, const std::vector<std::string>& settings);

/// Re-runs the controller on a log, bit for bit. @return How it came out.
LongWork verify_run(const std::filesystem::path& run_folder);

}  // namespace freefloat
