#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "doctor/finding.h"
#include "hal/clock.h"
#include "hal/joint_link.h"
#include "hal/make/make_servos.h"

namespace freefloat {

/// Sets servos up. @throws HalError when one does not answer, or does not take what it is told.
using OpenServos = std::function<std::unique_ptr<JointLink>()>;

/// Opens servos, then asks them for their state as a loop does, with commands that energise nothing and clear
/// nothing: an error that a servo has latched is told then alone.
/// @param clock In which the link's time passes.
std::vector<Finding> examine_servos(const OpenServos& open, Clock& clock);

/// Sets servos without a board of ours up, as a run does, and tells what they say. Nothing is energised.
/// @param time_to_live Of a command.
std::vector<Finding> examine_servos(const LinkConfig& link, const RobotParameters& robot,
                                    Duration time_to_live);

/// @param port Path of a serial device.
/// @param sys Folder that stands for `/sys`.
/// @return What to say of the time for which a USB adapter collects bytes; nothing where it does not.
std::vector<Finding> judge_adapter(const std::string& port, const std::filesystem::path& sys = "/sys");

}  // namespace freefloat
