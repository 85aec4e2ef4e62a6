#pragma once

#include <string>
#include <vector>

namespace freefloat {

/// A file as it is, and as it would be.
struct FileChange {
  std::string file;
  std::string before, after;
};

/// What it would take to have changed settings of vision and camera in the files.
struct VisionChange {
  std::vector<FileChange> files;
  std::string difference;            ///< for people; empty: the files say the same
  std::string problem;               ///< why it cannot be written, for people; empty: it can
  std::vector<std::string> written;  ///< of the changes, those that would then be in the files
};

/// @param change `key=value`. @return Whether it is one of vision or camera.
bool is_about_vision(const std::string& change);

/// Reads the files and changes nothing. Never throws: what is wrong is its `problem`.
/// @param experiment File. @param overrides `key=value` each, that stand above the files for the whole day.
/// @param changes `key=value` each; of them, those of vision and camera.
VisionChange plan_vision_change(const std::string& experiment, const std::vector<std::string>& overrides,
                                const std::vector<std::string>& changes);

/// Writes what was planned; beside each file, what it was before stays as `NAME.yaml.before-TIME`.
/// @param planned Of plan_vision_change. @param time In the names, `2026-11-22_183000`.
/// @return What was written and where the old one is, for people.
/// @throws std::runtime_error in words when a file was changed since by somebody else, or cannot be written.
std::string write_vision_change(const VisionChange& planned, const std::string& time);

}  // namespace freefloat
