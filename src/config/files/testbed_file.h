#pragma once

#include <optional>
#include <string>

#include "config/fields/field.h"
#include "control/controller_config.h"
#include "hal/hardware_config.h"
#include "hal/sim/sim_config.h"
#include "runlog/recording_config.h"
#include "runtime/ros_config.h"
#include "vision/vision_config.h"

namespace freefloat {

/// A testbed as it is written: configs/testbeds/*.yaml.
struct TestbedFile {
  std::string name;
  std::string description;
  std::string robot;   ///< path
  std::string table;   ///< path
  std::string camera;  ///< path
  std::optional<Duration> time_to_live;
  ControllerConfig controller;
  VisionConfig vision;
  SimConfig sim;
  HardwareConfig hardware;
  RecordingConfig recording;
  std::optional<RosConfig> ros;
};

/// The key under which a testbed's file names another one, whose values it takes where it gives none.
inline constexpr const char* kBasedOn = "based_on";

Fields<TestbedFile> testbed_fields();

/// @return The time-to-live of a command when the file does not give it: 2.5 loop periods, at least 60 ms.
Duration default_time_to_live(Duration period);

/// Limits of the time-to-live and what else depends on the loop's period.
void check_testbed(const TestbedFile& file, const ConfigNode& node, Problems& problems);

}  // namespace freefloat
