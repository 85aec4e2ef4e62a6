#pragma once

#include <memory>

#include "hal/camera.h"
#include "hal/clock.h"
#include "hal/joint_link.h"
#include "hal/marker_sensor.h"
#include "hal/sim/sim_config.h"
#include "hal/truth.h"
#include "model/robot_parameters.h"
#include "types/table.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// The hardware, or what stands in for it. The pointers live as long as `owner`.
struct Hal {
  std::shared_ptr<void> owner;
  Clock* clock = nullptr;
  Camera* camera = nullptr;               ///< null where markers come without pictures
  MarkerSensor* marker_sensor = nullptr;  ///< null where they come from pictures
  JointLink* link = nullptr;
  TruthSource* truth = nullptr;  ///< null on hardware
  bool lockstep = false;         ///< virtual clock: the world waits for the program
};

/// The only place that picks implementations.
/// @param robot Geometry and LEDs; a simulated testbed builds its plant from it.
/// @throws HalError when a device cannot be opened.
Hal make_hal(const SimConfig& sim, const RobotParameters& robot, const TableParameters& table,
             const CameraParameters& camera);

}  // namespace freefloat
