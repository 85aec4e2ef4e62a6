#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "runlog/recorder_status.h"
#include "runtime/run_record.h"

namespace freefloat {

/// How a run ended, and where to look.
struct RunOutput {
  bool passed = false;
  std::filesystem::path folder;  ///< of log and report; empty: none were written
  std::string page;              ///< how a live page is opened
  RecorderStatus recorder;
  bool log_exists = true;  ///< false: it was removed and could not be put back
};

/// @return Name, verdict, times and reason.
nlohmann::json phase_to_json(const PhaseResult& phase);

/// Prints the phases with their numbers, and the places of report and log. @param json As JSON.
void print_run(const RunRecord& record, const RunOutput& output, bool json);

/// @return What is wrong with the log, and what to do.
std::string explain_incomplete_log(const RunOutput& output);

/// Writes report, summary, top view, and what `ros2 bag` reads.
/// @return Why one of them could not be written; empty: all were.
std::string write_run_pages(const RunRecord& record, const std::filesystem::path& folder);

}  // namespace freefloat
