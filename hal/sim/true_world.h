#pragma once

#include "hal/sim/sim_config.h"
#include "types/table.h"
#include "vision/camera_parameters.h"

namespace freefloat {

/// What a simulated testbed really is made of.
struct TrueWorld {
  SimConfig sim;  ///< drives and start are the true ones
  RobotParameters robot;
  TableParameters table;
  CameraParameters camera;
};

/// Lays the configured truth over what the files say and draws the rest from the seed. Each kind of value
/// has random numbers of its own, so that one more spread leaves the other draws alone.
///
/// A body's mass centre is drawn within the body: joints and LEDs stay where they are, so that a robot is put
/// down with its satellite's outline where the files' robot would have it.
/// @param config Of the run; its seed draws. Without a truth the result is what was given, bit for bit.
/// @param robot, table, camera As the files say.
TrueWorld draw_world(const SimConfig& config, const RobotParameters& robot, const TableParameters& table,
                     const CameraParameters& camera);

}  // namespace freefloat
