#pragma once

#include <vector>

#include "bring_up/bring_up.h"

namespace freefloat {

/// @return Whether the lab has its own files, and they are sound.
Step files_step(const BringUpQuestion& question, const LabReading& reading);

/// @param files Null: they are not whole, and every step is open.
/// @return All steps behind the files, in order: PC, lens, pose, jog run, lengths, jog run again, joints,
/// delays, masses, check, capture.
std::vector<Step> lab_steps(const BringUpQuestion& question, const LabFiles* files);

/// @return Lens of the camera, and its pose over the table by boards or points.
std::vector<Step> camera_steps(const BringUpQuestion& question, const LabFiles& files);

/// @param has_pose Whether the camera's pose is known, so that the robot need not tell it.
/// @return Jog runs and all that is found from them, to the check of the table.
std::vector<Step> motion_steps(const BringUpQuestion& question, const LabFiles& files, bool has_pose);

/// @return What a command left in a file that it changed, without the single numbers, which are indented;
/// empty: nothing.
std::string note_in(const std::string& path, const std::string& title);

}  // namespace freefloat
