#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "doctor/finding.h"
#include "runtime/real_time.h"

namespace freefloat {

/// The machine that the controller runs on.
struct ProcessorInfo {
  int cores = 0;
  std::string model;
  bool virtual_machine = false;
  bool real_time_kernel = false;       ///< PREEMPT_RT
  std::vector<std::string> governors;  ///< of frequency scaling, each once; empty where it cannot be read
  double load = 0.0;                   ///< of the last minute, threads that want to run
};

/// @param root Folder that stands for `/`.
ProcessorInfo read_processor(const std::filesystem::path& root = "/");

std::vector<Finding> judge_processor(const ProcessorInfo& processor);

/// What the operating system grants to the control loop.
Finding judge_real_time(const RealTimeStatus& status);

}  // namespace freefloat
