#pragma once

#include <memory>

#include "hal/hardware_config.h"
#include "hal/joint_link.h"

namespace freefloat {

/// @param joint_count Of the robot; a board with another number is refused by every frame.
/// @return The link that the configuration names, open.
/// @throws HalError when it cannot be opened, or its key file is not good.
std::unique_ptr<JointLink> make_link(const LinkConfig& config, int joint_count);

}  // namespace freefloat
