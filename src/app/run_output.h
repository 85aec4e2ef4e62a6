#pragma once

#include <filesystem>

#include "report/run_record.h"
#include "runlog/recorder.h"

namespace freefloat {

/// How a run ended, and where to look.
struct RunOutput {
  const RunRecord& record;
  bool passed = false;
  bool readonly = false;
  std::filesystem::path folder;  ///< of log and report; empty: none were written
  RecorderStatus recorder;
};

/// Prints the phases with their numbers, and the places of report and log. @param json As JSON.
void print_run(const RunOutput& output, bool json);

}  // namespace freefloat
