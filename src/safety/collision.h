#pragma once

#include "model/motion_limits.h"
#include "model/robot_parameters.h"
#include "types/state_estimate.h"
#include "types/time.h"

namespace freefloat {

/// Whether something will have touched by the time the robot rests, when it is held now: the satellite and
/// the target, or a joint or the hand and the table's edge. What moves at v goes on for v t + v^2 / (2 a), a
/// being v over the time that braking takes; three standard deviations of the hand are added.
///
/// The hand and the target are to meet, and links pass above satellite and target: these are not judged.
/// @param robot Its links' lengths. @param limits Of satellite and table. @param estimate Where all is now.
/// @param capturing The target is free of the gripper and believed.
/// @param reaction t: until braking begins.
/// @param to_stop Time that braking takes.
bool will_collide(const RobotParameters& robot, const MotionLimits& limits, const StateEstimate& estimate,
                  bool capturing, Duration reaction, Duration to_stop);

}  // namespace freefloat
