#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "doctor/finding.h"

namespace freefloat {

/// Where the logs of runs go.
struct LogFolder {
  std::string path;  ///< the folder, or the nearest one above it that exists already
  bool writable = false;
  std::uintmax_t free_bytes = 0;
};

LogFolder examine_log_folder(const std::filesystem::path& log_dir);

Finding judge_log_folder(const LogFolder& folder);

}  // namespace freefloat
