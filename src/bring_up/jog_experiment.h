#pragma once

#include <string>

#include "config/load/load_testbed.h"

namespace freefloat {

/// The motion from whose log lengths, joints' sensors, delays and masses are found: each joint to and fro,
/// alone and together, in steps. From where it began a joint turns by up to 90 deg one way and 60 deg the
/// other. LEDs may be some millimetres off their places in the robot's file: gates and limits are wider than
/// for a capture.
/// @param testbed Whose joints they are, and whose limits; slow joints turn less.
/// @param name Of the testbed's file as the experiment's names it.
/// @return The text of an experiment's file.
std::string jog_experiment(const LoadedTestbed& testbed, const std::string& name);

/// What is left where the drives do not move the joints, a sensor being reversed or far off: people move
/// them. A simulated robot is shaken.
/// @param testbed, name As above.
/// @return The text of an experiment's file.
std::string by_hand_experiment(const LoadedTestbed& testbed, const std::string& name);

/// @param motion Phases that move the joints, each of its lines ended and two spaces in.
/// @return An experiment's `phases`: to arm, `motion`, and to disarm.
std::string phases_around(const std::string& motion);

/// @return Settings of an experiment in which the robot's file may be wrong: LEDs some millimetres off,
/// masses by a third. They let the vision follow all the same, and end with an empty line.
std::string wide_settings(const TestbedFile& file);

}  // namespace freefloat
