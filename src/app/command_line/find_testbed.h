#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"

namespace freefloat {

/// @param name A testbed's file, or the bare name of one beside the experiment's folder.
/// @return The file's path; `name` itself where there is none.
inline std::string find_testbed(const std::string& name, const std::string& experiment) {
  namespace fs = std::filesystem;
  if (fs::exists(name)) return name;
  const fs::path beside = fs::path(experiment).parent_path() / "../testbeds" / (name + ".yaml");
  return fs::exists(beside) ? beside.lexically_normal().string() : name;
}

/// An experiment as the command line names it, and what counts instead of its own.
struct ExperimentArguments {
  std::string experiment;
  std::string testbed;
  std::string seed;
  std::vector<std::string> settings;
};

/// @return What is laid over the experiment's files, KEY=VALUE each.
inline std::vector<std::string> settings_over(const ExperimentArguments& arguments) {
  std::vector<std::string> settings = arguments.settings;
  if (!arguments.testbed.empty())
    settings.push_back("testbed=" + find_testbed(arguments.testbed, arguments.experiment));
  if (!arguments.seed.empty()) settings.push_back("seed=" + arguments.seed);
  return settings;
}

inline Option add_testbed_option(Command& command, ExperimentArguments& arguments) {
  return command
      .add_option("--testbed", arguments.testbed,
                  "testbed file, or its name in testbeds/, instead of the experiment's")
      .configuration_file();
}

}  // namespace freefloat
