#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "runtime/loop_operator.h"
#include "runtime/run_config.h"

namespace freefloat {

/// What a day at the table begins with.
struct DayConfig {
  std::string testbed;                  ///< file
  std::filesystem::path experiments;    ///< folder of experiment files
  std::filesystem::path runs = "runs";  ///< where the runs' folders are made
  std::string first_experiment;  ///< name of a file there; empty: moving_target.yaml, or the first by name
  std::vector<std::string> settings;  ///< `key=value` each, over the files, for the whole day
  SimPace pace = SimPace::kPaced;
  ConsoleLost console_lost = ConsoleLost::kContinue;
  std::string program;                  ///< version, for people
  std::function<nlohmann::json()> lab;  ///< how far the lab's own files have come, see LabList; may be empty
};

}  // namespace freefloat
