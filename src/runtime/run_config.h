#pragma once

#include <optional>
#include <string>
#include <vector>

#include "control/controller_config.h"
#include "hal/hardware_config.h"
#include "hal/sim/sim_config.h"
#include "runlog/recording_config.h"
#include "runlog/target_places.h"
#include "runtime/experiment.h"
#include "runtime/ros_config.h"
#include "types/config_source.h"
#include "vision/camera_parameters.h"
#include "vision/vision_config.h"

namespace freefloat {

/// Everything a run is made of, typed and validated.
struct RunConfig {
  Experiment experiment;
  std::string testbed_name;
  ControllerConfig controller;
  CameraParameters camera;
  VisionConfig vision;
  SimConfig sim;
  HardwareConfig hardware;
  RecordingConfig recording;
  std::optional<RosConfig> ros;       ///< none: no part in a ROS 2 network
  std::vector<ConfigSource> sources;  ///< the experiment's file first
  std::vector<std::string> settings;  ///< `key=value` each, as given beside the files

  /// @return What the run is called: `standing_target-seed7`.
  std::string name() const { return experiment.name + "-seed" + std::to_string(sim.seed); }
};

/// Makes everything simulated, as of a testbed without section `hardware`: the camera then sees the target,
/// too.
inline void simulate_all(RunConfig& config) {
  config.hardware = {};
  config.controller.target_source.clear();
}

/// @return Places of the target's LEDs from its grapple point, target's frame, m; none where there is no
/// target.
inline std::vector<Vector2> target_places(const RunConfig& config) {
  const bool none = config.sim.target.mount == TargetMount::kNone;
  return none ? std::vector<Vector2>() : config.sim.target.markers;
}

/// @return All targets, in the experiment's order; none where there is no target.
inline std::vector<TargetFacts> target_facts(const RunConfig& config) {
  std::vector<TargetFacts> facts;
  for (const TargetParameters& target : all_targets(config.sim))
    facts.push_back({target.name, target.markers});
  return facts;
}

}  // namespace freefloat
