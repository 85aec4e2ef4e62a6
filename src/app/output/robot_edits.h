#pragma once

#include <string>
#include <vector>

#include "app/output/identify_output.h"

namespace freefloat {

/// @return Whether two robots' files say the same of masses and mass centres.
bool same_masses(const RobotParameters& a, const RobotParameters& b);

/// Puts what was found into a robot's file, with the intervals as comments.
/// @param path Of the file; must have the numbers that the robot had before.
/// @param hold, logs As they were given, for the note at the file's head.
/// @throws std::runtime_error where it is another robot, or cannot be written.
void write_robot(const std::string& path, const IdentifyAnswer& answer, const std::vector<std::string>& hold,
                 const std::vector<std::string>& logs);

}  // namespace freefloat
