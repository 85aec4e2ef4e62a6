#pragma once

#include <string>
#include <vector>

namespace freefloat {

/// @return GenICam cameras that answer now, by the names that `DeviceCameraConfig::path` takes; asking the
/// networks takes a second.
std::vector<std::string> list_genicam_cameras();

}  // namespace freefloat
