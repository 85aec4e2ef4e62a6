#pragma once

#include "model/robot_parameters.h"

namespace freefloat {

/// @param robot Without payload.
/// @param mass Of the payload, kg, positive.
/// @param inertia About the payload's mass centre, kg m^2.
/// @param p_EP Payload's mass centre from the hand, last link's frame, m.
/// @return The robot whose last link and payload are one rigid body; the hand stays where it was.
RobotParameters with_payload(const RobotParameters& robot, double mass, double inertia, const Vector2& p_EP);

/// The same, without taking memory.
/// @param robot Without payload. @param mass, inertia Zero: none. @param p_EP As above. @param loaded A copy
/// of `robot`, with or without another payload.
void put_payload(const RobotParameters& robot, double mass, double inertia, const Vector2& p_EP,
                 RobotParameters& loaded);

}  // namespace freefloat
