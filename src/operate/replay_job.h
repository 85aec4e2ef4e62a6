#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "operate/day_state.h"

namespace freefloat {

/// Re-runs the controller on a log with changed settings, and writes the comparison as `what_if.html` beside
/// it. @param name Of the run. @param log Its file. @param settings `key=value` each. @return How it came
/// out.
LongWork work_out_what_if(const std::string& name, const std::filesystem::path& log,
                          const std::vector<std::string>& settings);

/// Re-runs the controller on a log, bit for bit. @param name Of the run. @param log Its file. @return How it
/// came out.
LongWork verify_run(const std::string& name, const std::filesystem::path& log);

}  // namespace freefloat
