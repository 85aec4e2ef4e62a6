#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "support/record_run.h"
#include "support/source_dir.h"

namespace freefloat {

/// A folder of its own for each test, removed afterwards, and short runs to replay.
class ReplayedLogs : public testing::Test {
 protected:
  ReplayedLogs() {
    folder_ = std::filesystem::temp_directory_path() /
              ("freefloat_replay_" + std::to_string(getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  ~ReplayedLogs() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  static std::string experiment(const std::string& name) {
    return source_dir() + "/configs/experiments/" + name + ".yaml";
  }

  /// A capture without pictures, about 6 s long.
  std::string record(const std::string& name, std::vector<std::string> settings = {}) const {
    settings.insert(settings.begin(), {"simulation.imaging.render=false", "recording.state_period_s=1",
                                       "phases[0].duration_s=0.3"});
    record_run(experiment("standing_target"), settings, path(name));
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace freefloat
