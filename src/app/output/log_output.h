#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "runlog/compare_runs.h"
#include "runlog/inspect_run.h"
#include "runlog/recover_log.h"

namespace freefloat {

// What `freefloat log` prints, for people and as JSON.

/// @return True when the log is closed, undamaged, and the log of one run.
bool is_sound(const RunInfo& info);

std::string format_info(const RunInfo& info);
nlohmann::json info_to_json(const RunInfo& info);

std::string format_recovery(const RecoveryReport& report, const std::string& output_path);
nlohmann::json recovery_to_json(const RecoveryReport& report, const std::string& output_path);

/// @param all List every field that differs.
std::string format_comparison(const RunComparison& comparison, bool all);
nlohmann::json comparison_to_json(const RunComparison& comparison);

}  // namespace freefloat
