#pragma once

#include <optional>

#include "config/fields/loader.h"
#include "model/robot_parameters.h"
#include "types/table.h"
#include "vision/camera_parameters.h"

namespace freefloat {

// Files that others name. Nothing is returned when there was a problem, or the document is empty.

std::optional<RobotParameters> read_robot(Loader& loader, const ConfigNode& node);
std::optional<TableParameters> read_table(Loader& loader, const ConfigNode& node);

/// Opens the calibration file too, when the camera's file names one.
std::optional<CameraParameters> read_camera(Loader& loader, const ConfigNode& node);

}  // namespace freefloat
