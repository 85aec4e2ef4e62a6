#pragma once

#include <string>
#include <vector>

#include "bring_up/lab_folder.h"

namespace freefloat {

/// What a lab's own files are made from.
struct LabOrigin {
  std::string testbed;  ///< file; also one that is `based_on` another
  std::string capture;  ///< experiment's file
};

/// Writes a lab's own set of files: testbed, robot, table, camera (and lens, when a calibration was named),
/// an experiment that moves the joints and one with a capture; and makes the folders for pictures. Values and
/// comments are those of the files that they are made from, paths lead where they led. Files that are there
/// stay as they are; where the testbed's is there, robot, table and camera are those that it names.
/// @return The files that were written.
/// @throws std::runtime_error, ConfigError among them, before anything is written when what it is made from
/// is not sound; also when a file cannot be written.
std::vector<std::string> write_lab(const LabFolder& folder, const LabOrigin& origin);

}  // namespace freefloat
