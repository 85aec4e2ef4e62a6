#pragma once

#include <filesystem>
#include <string>

namespace freefloat {

/// @param name A testbed's file, or the bare name of one beside the experiment's folder.
/// @return The file's path; `name` itself where there is none.
inline std::string find_testbed(const std::string& name, const std::string& experiment) {
  namespace fs = std::filesystem;
  if (fs::exists(name)) return name;
  const fs::path beside = fs::path(experiment).parent_path() / "../testbeds" / (name + ".yaml");
  return fs::exists(beside) ? beside.lexically_normal().string() : name;
}

}  // namespace freefloat
