#pragma once

#include <map>
#include <string>

namespace freefloat {

/// @return The files of `freefloat_msgs`, a package of ROS 2 with the messages of our own that are in logs,
/// by their paths from its folder: `msg/CycleInput.msg`, `package.xml`, `CMakeLists.txt`. Made from the one
/// definition of each message.
std::map<std::string, std::string> message_package();

}  // namespace freefloat
