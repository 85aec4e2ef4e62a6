#pragma once

#include <string>
#include <vector>

#include "control/controller_config.h"
#include "hal/hardware_config.h"
#include "hal/sim/sim_config.h"
#include "runtime/experiment.h"
#include "vision/camera_parameters.h"
#include "vision/vision_config.h"

namespace freefloat {

/// A file that the configuration was read from, kept for the log.
struct ConfigSource {
  std::string path;
  std::string text;
};

/// Everything a run is made of, typed and validated.
struct RunConfig {
  Experiment experiment;
  std::string testbed_name;
  ControllerConfig controller;
  CameraParameters camera;
  VisionConfig vision;
  SimConfig sim;
  HardwareConfig hardware;
  std::vector<ConfigSource> sources;
};

}  // namespace freefloat
