#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace freefloat {

/// @return First line of a small file, as the kernel has them in /sys and /proc; empty when it cannot be
/// read.
inline std::string read_line(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

}  // namespace freefloat
