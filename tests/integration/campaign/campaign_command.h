#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/run_program.h"
#include "support/source_dir.h"

namespace freefloat {

/// A folder of its own, in which `freefloat` runs.
class CampaignCommand : public testing::Test {
 protected:
  CampaignCommand() { std::filesystem::create_directories(folder_); }
  ~CampaignCommand() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }

  /// A campaign of runs that are too short to capture.
  std::string campaign_file(const std::string& more = {}) const {
    return write("campaign.yaml",
                 "name: short\nexperiment: " + kStanding +
                     "\nsettings: {simulation.imaging.render: false, \"phases[3].timeout_s\": 1}\n"
                     "samples: 6\ndraw_scene: true\n" +
                     more);
  }

  /// What it says, errors as well. @param before Of the command line, as settings of the environment.
  ProgramOutcome freefloat(const std::string& arguments, const std::string& before = {}) const {
    return run_command("cd " + folder_.string() + " && " + before + " " FF_PROGRAM " " + arguments + " 2>&1");
  }

  const std::string kStanding = source_dir() + "/configs/experiments/standing_target.yaml";
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("ff_campaign_command_" + std::to_string(getpid()));
};

}  // namespace freefloat
