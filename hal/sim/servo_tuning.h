#pragma once

#include <vector>

#include "hal/sim/sim_config.h"
#include "model/robot_parameters.h"
#include "servo/servo_parameters.h"

namespace freefloat {

/// Works out a servo's integer parameters from motor data, the way a lab does it once for its board.
///
/// Feed-forward follows the motor equation V = R i + k w with torque = k i; the rate loop gets the bandwidth
/// of kServoBandwidth for the joint's `servo_inertia`.
/// @param drives One a joint, 1 to kMaxJoints; `servo_inertia` positive.
/// @param limits One a joint; the board's limits are these.
/// @throws std::invalid_argument if sizes differ or a value is outside what the servo can represent.
ff_servo_parameters tune_servo(const std::vector<DriveParameters>& drives,
                               const std::vector<JointLimits>& limits);

/// The same for a robot: its joint limits, and where a drive's `servo_inertia` is 0, the inertia from its
/// masses.
ff_servo_parameters tune_servo(const RobotParameters& robot, std::vector<DriveParameters> drives);

}  // namespace freefloat
