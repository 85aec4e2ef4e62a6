#pragma once

#include "estimation/robot_filter.h"

// Beliefs that start anew, in whole or in part.

namespace freefloat {

/// Starts the filter from one frame alone: pose from two LEDs of the satellite or, where they are hidden,
/// from any two LEDs of the robot in the shape that the potentiometers tell; each joint from an LED of its
/// link or, where that is hidden, from the potentiometers. The attitude stays within half a turn of a belief
/// before.
/// @param setup The robot's LEDs and gates.
/// @param frame The picture.
/// @param pot_angles Newest potentiometer angles, rad; empty when there are none.
/// @param state The belief, before and after.
/// @return Whether the frame sufficed; `state` is unchanged otherwise.
bool initialise_robot_filter(const RobotFilterSetup& setup, const MarkerFrame& frame,
                             const JointVector& pot_angles, RobotFilterState& state);

/// Goes on after the model changed (a payload was taken or released): positions stay, the momentum is to be
/// found anew.
void change_model(const PlanarModel& before, const RobotFilterSetup& after, RobotFilterState& state);

/// The momentum is to be found anew; positions stay.
void forget_momentum(const PlanarModel& model, RobotFilterState& state);

}  // namespace freefloat
