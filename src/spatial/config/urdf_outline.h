#pragma once

#include <string>
#include <vector>

#include "config/yaml/config_node.h"

namespace freefloat {

/// An element of a URDF document that has a name.
struct UrdfElement {
  std::string element, name;
  int line = 0;
};

/// Reads a URDF document for what its parser does not tell, and keeps from it what it must not be given. Adds
/// a problem for each element that is not known: the parser passes over them, so a typing error would change
/// the robot silently; and one when elements stand in each other deeper than URDF has any use for: the parser
/// goes down by one call a level, and takes time with the square of the levels.
/// @return In the order of the document.
std::vector<UrdfElement> read_urdf_outline(const std::string& text, const std::string& file,
                                           Problems& problems);

}  // namespace freefloat
