#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/robot_parameters.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A run that was made, as its `summary.json` says.
struct FoundRun {
  std::filesystem::path log;
  bool passed = false;
  std::string words;  ///< `captured after 8.4 s`, or which phase failed and why
};

/// @param folder Of runs' folders; need not be there.
/// @return Runs that ended and have their log, the newest first.
std::vector<FoundRun> find_runs(const std::filesystem::path& folder);

/// @return Whether the log was made with this lens, this pose of the camera and these lengths and LEDs: only
/// then its places on the table are what these files say.
bool was_made_with(const std::filesystem::path& log, const RobotParameters& robot,
                   const CameraParameters& camera);

}  // namespace freefloat
