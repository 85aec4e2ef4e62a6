#pragma once

#include <string>

#include "config/files/testbed_file.h"
#include "model/robot_parameters.h"
#include "types/table.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// A testbed with the files that it names, without an experiment.
struct LoadedTestbed {
  TestbedFile file;  ///< `sim.drives` has one entry a joint
  RobotParameters robot;
  TableParameters table;
  CameraParameters camera;
};

/// @throws ConfigError with everything that is wrong.
LoadedTestbed load_testbed(const std::string& path);

}  // namespace freefloat
