#pragma once

#include <string>
#include <vector>

#include "config/config_error.h"
#include "config/run_config.h"

namespace freefloat {

// Configuration files to typed, validated structs. Every function throws ConfigError with all problems of all
// files involved; relative paths inside a file start from that file's own folder.

/// Reads configs/robots/*.yaml.
RobotParameters load_robot(const std::string& path);

/// Reads configs/tables/*.yaml.
TableParameters load_table(const std::string& path);

/// Reads configs/cameras/*.yaml, or a calibration of OpenCV or ROS camera_info; such a calibration tells
/// nothing of pose, rate, exposure and latency, which then keep the defaults of the struct.
CameraParameters load_camera(const std::string& path);

/// Reads an experiment with its testbed, robot, table and camera.
/// @param path configs/experiments/*.yaml.
/// @param overrides `key=value` each, applied after everything else: keys of the experiment (`seed`,
///     `phases[3].timeout_s`), of the testbed (`guidance.position_gain_per_s`), or of the files it names
///     (`robot.links[0].mass_kg`, `camera.latency_ms`, `table.size_m`).
/// @return Settings of the controller and of the simulated testbed that fit together.
RunConfig load_experiment(const std::string& path, const std::vector<std::string>& overrides = {});

}  // namespace freefloat
