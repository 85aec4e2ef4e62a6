#pragma once

#include <memory>

#include "hal/hardware_config.h"
#include "hal/joint_link.h"
#include "hal/sim/sim_config.h"
#include "hal/sim/simulated_drives.h"
#include "model/robot_parameters.h"

namespace freefloat {

/// @param config Of servos.
/// @param robot Whose joints' limits they keep.
/// @param time_to_live Of a command: what their watchdog is set by.
/// @return The link to real servos, which have been set up.
/// @throws HalError when one does not answer, or does not take what it is told.
std::unique_ptr<JointLink> make_servo_link(const LinkConfig& config, const RobotParameters& robot,
                                           Duration time_to_live);

/// Servos that this program emulates, and the link to them.
struct EmulatedServos {
  std::unique_ptr<SimulatedDrives> drives;
  std::unique_ptr<JointLink> link;
};

/// The same for emulated ones before a simulated robot.
EmulatedServos make_emulated_servos(const LinkConfig& config, const RobotParameters& robot,
                                    const SimConfig& sim, Duration time_to_live);

}  // namespace freefloat
