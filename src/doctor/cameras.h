#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "doctor/finding.h"

namespace freefloat {

/// One camera that the kernel knows.
struct CameraInfo {
  std::string device;       ///< /dev/video0
  std::string name;         ///< as it names itself
  bool accessible = false;  ///< this user may read and write
};

/// @param root Folder that stands for `/`. @return By name; the second nodes that cameras have for other data
/// are left out.
std::vector<CameraInfo> list_cameras(const std::filesystem::path& root = "/");

std::vector<Finding> judge_cameras(const std::vector<CameraInfo>& cameras);

}  // namespace freefloat
