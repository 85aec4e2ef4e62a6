#pragma once

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace freefloat {

/// Folders that runs have made, by what comes after their start's date and time, oldest first.
/// @param name `standing_target-seed1`.
inline std::vector<std::filesystem::path> run_folders(const std::filesystem::path& log_dir,
                                                      const std::string& name) {
  constexpr std::size_t kTime = sizeof "2026-11-22_031502_" - 1;
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(log_dir)) {
    const std::string folder = entry.path().filename().string();
    if (folder.size() < kTime) continue;
    const std::string rest = folder.substr(kTime);
    if (rest == name || rest.starts_with(name + "-")) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// The only one of them.
inline std::filesystem::path run_folder(const std::filesystem::path& log_dir, const std::string& name) {
  const auto found = run_folders(log_dir, name);
  if (found.size() != 1) {
    throw std::runtime_error(log_dir.string() + " holds " + std::to_string(found.size()) + " runs of " +
                             name);
  }
  return found.front();
}

}  // namespace freefloat
