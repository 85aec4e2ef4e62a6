#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "runtime/run_config.h"

namespace freefloat {

/// Makes a folder of its own for every run, named by its start and what it is:
/// `2026-11-22_031502_standing_target-seed7`, with a number behind it when that is taken.
/// @param log_dir Where; made when it is not there.
/// @param start_ns Wall time of the run's start, ns since 1970.
/// @throws std::runtime_error when it cannot be made, with what to do.
std::filesystem::path make_run_folder(const std::string& log_dir, const RunConfig& config,
                                      std::int64_t start_ns);

}  // namespace freefloat
