#pragma once

#include <functional>
#include <memory>
#include <string>

#include "hal/arrangement.h"
#include "hal/camera.h"
#include "hal/clock.h"
#include "hal/hardware_config.h"
#include "hal/joint_link.h"
#include "hal/marker_path_health.h"
#include "hal/marker_sensor.h"
#include "hal/sim/sim_config.h"
#include "hal/truth.h"
#include "model/robot_parameters.h"
#include "types/table.h"
#include "vision/camera_parameters.h"
#include "vision/vision_config.h"

namespace freefloat {

/// The hardware, or what stands in for it. The pointers live as long as `owner`.
struct Hal {
  std::shared_ptr<void> owner;
  Clock* clock = nullptr;
  Camera* camera = nullptr;               ///< null where markers come without pictures
  MarkerSensor* marker_sensor = nullptr;  ///< null where they come from pictures
  MarkerSensor* target_sensor =
      nullptr;  ///< of the targets alone; null where whoever sees the robot sees them
  JointLink* link = nullptr;
  TruthSource* truth = nullptr;  ///< null on hardware
  bool lockstep = false;         ///< virtual clock: the world waits for the program
  bool real_board = false;       ///< a board with an identity of its own, not the simulated one
  std::function<void(const Arrangement&)> arrange;  ///< in the loop's thread, between cycles; null where the
                                                    ///< robot is real or behind a real board
  std::function<std::string()>
      describe_disturbances;  ///< what disturbed hardware in the loop, or is wrong with
                              ///< a camera of this PC, in plain words; may be null
  std::function<MarkerPathHealth()>
      marker_path_health;  ///< of a tracker on another computer, asked beside the loop; null: there is none
  std::function<MarkerPathHealth()> target_path_health;  ///< the same of the targets' own
};

/// The testbed of a run, as its configuration describes it.
struct HalConfig {
  const HardwareConfig& hardware;  ///< what is real
  const SimConfig& sim;            ///< what stands in for the rest
  const RobotParameters& robot;    ///< a simulated robot is built from it
  const TableParameters& table;
  const CameraParameters& camera;
  Duration time_to_live = from_seconds(0.06);  ///< of a command: servos' watchdogs are set by it
  VisionConfig vision = {};                    ///< of a tracker's spots that nobody has given to LEDs
};

/// Picks the implementations of a run.
/// @throws HalError when a device cannot be opened.
Hal make_hal(const HalConfig& config);

/// The camera of a testbed alone, for those who look at it without a run: link and board stay closed, so
/// `link` is null but for the emulated camera, which sees the simulated robot in real time. Without a camera
/// in `hardware` it is the simulated one over the robot of `hardware.plant`, whose board others may command.
/// @param config With a camera that gives pictures, or a plant.
/// @throws HalError when it cannot be opened.
Hal make_camera_alone(const HalConfig& config);

}  // namespace freefloat
